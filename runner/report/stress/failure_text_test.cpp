#include <gtest/gtest.h>

#include <string>

#include "report/stress/samples.hpp"
#include "report/stress/text.hpp"

namespace arbiter::report {
namespace {

std::string text_of(const std::string& name, std::size_t width) {
  return stress_text(stress_sample(name), {false, width});
}

TEST(StressFailureText, FoundAt80) {
  EXPECT_EQ(text_of("found", 80),
            R"(wordduel: wrong.cpp against submissions/accepted/reference.cpp, seed 7
sandbox  root, cgroup v1

wrong.cpp: WA on an input of 9 bytes (found with 120 bytes, 43 attempts in
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

1 failure found: 321 inputs in 1.5 s (214 per second)
tried all inputs of up to 3 choices (5 bytes) of `tiny --most 4`, 40 different
  inputs
repeat this search:
    arbiter stress wordduel wrong.cpp --for 60s --seed 7
)");
}

TEST(StressFailureText, SeveralAt40) {
  EXPECT_EQ(text_of("several", 40), R"(wordduel: 3 submissions against
  submissions/accepted/reference.cpp,
  seed 7
sandbox  root, cgroup v1

wrong.cpp: WA on an input of 9 bytes
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

2 failures found: 321 inputs in 1.5 s
  (214 per second)
tried all inputs of up to 3 choices (5
  bytes) of `tiny --most 4`,
  40 different inputs
nothing found in good.cpp
repeat this search:
    arbiter stress wordduel wrong.cpp --for 60s --seed 7
)");
}

TEST(StressFailureText, TwoOnlyDiffer) {
  EXPECT_EQ(text_of("two", 80), R"(stress: 2 submissions against each other, seed 7
sandbox  root, cgroup v1

a.cpp and b.cpp differ on an input of 9 bytes (found with 120 bytes, 43 attempts
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

1 failure found: 321 inputs in 1.5 s (214 per second)
tried all inputs of up to 3 choices (5 bytes) of `tiny --most 4`, 40 different
  inputs
repeat this search:
    arbiter stress a.cpp b.cpp --generator ./gen
)");
  for (const std::size_t width : {20U, 40U, 80U}) {
    const std::string text = text_of("two", width);
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
  EXPECT_EQ(stress_text(result, {false, 40}), R"(stress: 2 submissions against each
  other, seed 7
sandbox  root, cgroup v1

a.cpp and b.cpp differ on an input of
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

1 failure found: 321 inputs in 1.5 s
  (214 per second)
tried all inputs of up to 3 choices (5
  bytes) of `tiny --most 4`,
  40 different inputs
repeat this search:
    arbiter stress a.cpp b.cpp --generator ./gen
)");
}

TEST(StressFailureText, ACrashOfOneOfTwoIsACrash) {
  auto result = stress_sample("two");
  result.failures[0].verdict = model::Verdict::rte;
  result.failures[0].message = "died of signal 11";
  result.failures[0].first_difference.reset();
  result.failures[0].got.clear();
  result.failures[0].outcomes[1].verdict = model::Verdict::rte;
  EXPECT_EQ(stress_text(result, {false, 80}), R"(stress: 2 submissions against each other, seed 7
sandbox  root, cgroup v1

b.cpp: RTE on an input of 9 bytes (found with 120 bytes, 43 attempts in 200 ms)
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

1 failure found: 321 inputs in 1.5 s (214 per second)
tried all inputs of up to 3 choices (5 bytes) of `tiny --most 4`, 40 different
  inputs
repeat this search:
    arbiter stress a.cpp b.cpp --generator ./gen
)");
}

TEST(StressFailureText, GamesHaveNoAnswer) {
  EXPECT_EQ(text_of("game", 80), R"(wordduel: wrong.cpp, judged by the referee, seed 7
sandbox  root, cgroup v1

wrong.cpp: WA on an input of 9 bytes (found with 120 bytes, 43 attempts in
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

1 failure found: 321 inputs in 1.5 s (214 per second)
tried all inputs of up to 3 choices (5 bytes) of `tiny --most 4`, 40 different
  inputs
repeat this search:
    arbiter stress wordduel wrong.cpp --for 60s --seed 7
)");
}

}  // namespace
}  // namespace arbiter::report
