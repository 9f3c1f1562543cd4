#include <gtest/gtest.h>

#include <string>

#include "report/stress/formats.hpp"
#include "report/stress/samples.hpp"

namespace arbiter::report {
namespace {

/// What stands between the heading and the summary.
std::string failures_of(const model::StressResult& result, std::size_t width) {
  const std::string text = stress_text(result, {false, width});
  const std::size_t begin = text.find("\n\n") + 2;
  return text.substr(begin, text.rfind("\n\n") + 1 - begin);
}

TEST(StressFailureText, FoundAt80) {
  EXPECT_EQ(failures_of(stress_sample("found"), 80),
            R"(wrong.cpp: WA on an input of 9 bytes (found with 120 bytes, 43 attempts in
  200 ms)
  found by tiny --most 12 --seed 1729
  input
  | 2
  | abc
  | ab
  expected    got
  | yes       | yes
  | 4         | 3
    ^           ^
  differs at line 2, column 1
  repeat:
    arbiter judge wordduel wrong.cpp --input stress-1.in
)");
}

TEST(StressFailureText, SeveralAt40) {
  EXPECT_EQ(failures_of(stress_sample("several"), 40), R"(wrong.cpp: WA on an input of 9 bytes
  (found with 120 bytes, 43 attempts in
  200 ms)
  found by tiny --most 12 --seed 1729
  input
  | 2
  | abc
  | ab
  expected    got
  | yes       | yes
  | 4         | 3
    ^           ^
  differs at line 2, column 1
  wrong.cpp           ✗ WA
  good.cpp            ✓ AC
  folder/crashes.cpp  T TLE  over 2 s
  repeat:
    arbiter judge wordduel wrong.cpp --input stress-1.in
  saved as secret/stress-1
  which no other test case catches:
  wrong_answer/greedy.cpp,
  wrong_answer/off_by_one.cpp

folder/crashes.cpp: RTE on an input of
  9 bytes (found with 2 KiB, 43 attempts
  in 200 ms)
  the time for shrinking ended; a
  smaller one may exist
  found by tiny --most 12 --seed 1729
  input
  | 2
  | abc
  | ab
  expected    got
  | yes       (nothing)
  | 4
  died of signal 11 (SIGSEGV:
  Segmentation fault)
  end of standard error:
  | read 2 words
  | \x1b[31mfree(): invalid
  | pointer\x1b[0m
  wrong.cpp           ✓ AC
  good.cpp            ✓ AC
  folder/crashes.cpp  R RTE
  repeat:
    arbiter judge wordduel wrong.cpp --input stress-1.in
)");
}

TEST(StressFailureText, TwoOnlyDiffer) {
  EXPECT_EQ(failures_of(stress_sample("two"), 80),
            R"(a.cpp and b.cpp differ on an input of 9 bytes (found with 120 bytes, 43 attempts
  in 200 ms)
  found by tiny --most 12 --seed 1729
  input
  | 2
  | abc
  | ab
  first: a.cpp    second: b.cpp
  | yes           | yes
  | 4             | 3
    ^               ^
  differs at line 2, column 1
  repeat:
    arbiter judge . b.cpp --input stress-1.in
)");
  for (const std::size_t width : {20U, 40U, 80U}) {
    const std::string text = stress_text(stress_sample("two"), {false, width});
    for (const std::string_view word :
         {"WA", "AC", "expected", "right", "wrong", "answer", "correct"})
      EXPECT_EQ(text.find(word), std::string::npos) << word << "\n" << text;
  }
}

TEST(StressFailureText, TwoThatDifferInLongLines) {
  auto result = stress_sample("two");
  result.failures[0].message.clear();
  result.failures[0].expected = std::string(100, 'x') + "A\n";
  result.failures[0].got = std::string(100, 'x') + "B\n";
  result.failures[0].first_difference = model::FirstDifference{
      1, 1, 1, 1, std::string(100, 'x') + "A", std::string(100, 'x') + "B", false, false};
  EXPECT_EQ(failures_of(result, 40), R"(a.cpp and b.cpp differ on an input of
  9 bytes (found with 120 bytes,
  43 attempts in 200 ms)
  found by tiny --most 12 --seed 1729
  input
  | 2
  | abc
  | ab
  first: a.cpp
  | xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
  | xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
  | xxxxxxxxxxxxxxxxxxxxxxxxxxxxA
  second: b.cpp
  | xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
  | xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
  | xxxxxxxxxxxxxxxxxxxxxxxxxxxxB
  differs at line 1, column 1
  first     …xxxxxxxxxA
  second    …xxxxxxxxxB
                      ^
  repeat:
    arbiter judge . b.cpp --input stress-1.in
)");
}

TEST(StressFailureText, ACrashOfOneOfTwoIsACrash) {
  auto result = stress_sample("two");
  result.failures[0].verdict = model::Verdict::rte;
  result.failures[0].message = "died of signal 11";
  result.failures[0].first_difference.reset();
  result.failures[0].got.clear();
  result.failures[0].outcomes[1].verdict = model::Verdict::rte;
  EXPECT_EQ(failures_of(result, 80),
            R"(b.cpp: RTE on an input of 9 bytes (found with 120 bytes, 43 attempts in 200 ms)
  found by tiny --most 12 --seed 1729
  input
  | 2
  | abc
  | ab
  first: a.cpp    second: b.cpp
  | yes           (nothing)
  | 4
  died of signal 11
  a.cpp  ran
  b.cpp  R RTE
  repeat:
    arbiter judge . b.cpp --input stress-1.in
)");
}

TEST(StressFailureText, GamesHaveNoAnswer) {
  EXPECT_EQ(failures_of(stress_sample("game"), 80),
            R"(wrong.cpp: WA on an input of 9 bytes (found with 120 bytes, 43 attempts in
  200 ms)
  found by tiny --most 12 --seed 1729
  input
  | 2
  | abc
  | ab
  output
  | 1
  | 2
  | 7
  the move 7 is not allowed
  repeat:
    arbiter judge wordduel wrong.cpp --input stress-1.in
)");
}

}  // namespace
}  // namespace arbiter::report
