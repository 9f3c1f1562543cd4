#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>

#include "base/text.hpp"
#include "report/report.hpp"
#include "report/samples.hpp"

namespace arbiter::report {
namespace {

std::string human(const std::string& name, std::size_t width, bool color = false) {
  return find_format("human")->render(sample(name), {color, width});
}

std::string without_colors(const std::string& text) {
  return std::regex_replace(text, std::regex("\x1b\\[[0-9;]*m"), "");
}

/// Whether a line may be wider than the terminal: one word, or flag and value, that must stay whole
/// to be copied.
bool is_one_word(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  if (line.size() > 2 && line.substr(line.size() - 2) == " \\") line.remove_suffix(2);
  return line.find(' ') == std::string_view::npos || line.substr(0, 8) == "--tests ";
}

TEST(Human, EveryLineFits) {
  for (const Sample& one : samples()) {
    // Its command holds words of which no part may be left out, blanks and all.
    if (one.name == "strange") continue;
    for (const std::size_t width : {20U, 40U, 60U, 80U, 120U, 300U}) {
      const std::string text = find_format("human")->render(one.judgement, {false, width});
      for (const std::string_view line : split_lines(text)) {
        EXPECT_TRUE(display_width(line) <= width || is_one_word(line))
            << one.name << " at " << width << ": " << line;
        EXPECT_TRUE(line.empty() || line.back() != ' ')
            << one.name << " at " << width << ": " << line;
      }
    }
  }
}

TEST(Human, ColoursChangeNothingElse) {
  for (const Sample& one : samples()) {
    for (const std::size_t width : {20U, 40U, 80U}) {
      const std::string colored = find_format("human")->render(one.judgement, {true, width});
      EXPECT_EQ(without_colors(colored),
                find_format("human")->render(one.judgement, {false, width}));
      EXPECT_NE(colored.find("\x1b["), std::string::npos);
    }
  }
}

TEST(Human, NothingFromOutsideReachesTheTerminalRaw) {
  const auto judgement = sample("strange");
  for (const std::string& text : {human("strange", 80), show_submission(judgement, 0, {false, 80}),
                                  show_test(judgement, 0, 1, {false, 80})}) {
    EXPECT_TRUE(is_utf8(text));
    for (const char c : text)
      EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n') << static_cast<int>(c);
  }
}

TEST(Human, AcceptedAt80) {
  EXPECT_EQ(human("AC", 80), R"(twofive: solution.cpp (cpp20)
limits   2 s CPU, 5 s wall, 256 MiB memory, 8 MiB output
sandbox  root, cgroup v1

  test                               verdict      CPU    memory
  sample/1                           ✓ AC     1.25 ms  3.22 MiB
  secret/01-first                    ✓ AC     1.25 ms  3.22 MiB
  secret/02-with-a-rather-long-name  ✓ AC     1.25 ms  3.22 MiB

✓ AC Accepted: 3 tests; at most 1.25 ms and 3.22 MiB
)");
}

TEST(Human, WrongAnswerAt40) {
  EXPECT_EQ(human("WA", 40), R"(twofive: solution.cpp (cpp20)
limits   2 s CPU, 5 s wall, 256 MiB
         memory, 8 MiB output
sandbox  root, cgroup v1

  test                     is        CPU
  sample/1                 ✓ AC  1.25 ms
  secret/01-first          ✗ WA  1.25 ms
  secret/02-with-a-rathe…  ✓ AC  1.25 ms

secret/01-first: Wrong Answer
  differs at line 3, column 4
  expected  AB·DE
  got       AB··DF
               ^
  end of standard error:
  | read 25 letters
  | guess: \x1b[31mA\x1b[0m
  hint: equal if blanks are ignored
  repeat it with:
    arbiter judge problems/twofive \
      solution.cpp \
      --tests secret/01-first

✗ WA Wrong Answer on secret/01-first
     3 tests ran, 2 passed; at most
     1.25 ms and 3.22 MiB
)");
}

TEST(Human, CompileErrorAt80) {
  EXPECT_EQ(human("CE", 80), R"(twofive: my solution.cpp (cpp20)
limits   2 s CPU, 5 s wall, 256 MiB memory, 8 MiB output
sandbox  root, cgroup v1

the compiler says:
  | my solution.cpp: In function 'int main()':
  | my solution.cpp:3:3: error: 'cout' was not declared in this scope; did you
  | mean 'std::cout'?
  |     3 |   cout << 1;
  |       |   ^~~~
  |       |   std::cout
  help: write std::cout, or `using namespace std;` after the includes

C CE Compile Error
)");
}

TEST(Human, MatrixAt80) {
  EXPECT_EQ(human("several", 80), R"(twofive: 6 submissions, 12 tests
limits   2 s CPU, 5 s wall, 256 MiB memory, 8 MiB output
sandbox  root, cgroup v1

  submission                      tests          verdict      CPU    memory  ok
accepted
  reference.cpp                   ✓✓ ✓✓✓✓✓✓✓✓✓✓  AC       1.25 ms  3.22 MiB  yes
  other_algorithm.py              ✓✓ ✓✓✓✓✓✓✓✓✓✓  AC       1.25 ms  3.22 MiB  yes
wrong_answer
  greedy.cpp                      ✓✓ ✗✓✗✓✓✓✓✓✓✓  WA       1.25 ms  3.22 MiB  yes
  off_by_one.cpp                  ✓✓ ✓✓✓✓✓✓✓✓✓✓  AC       1.25 ms  3.22 MiB  NO
  …d_has_a_name_that_is_long.cpp  ✓✓ ✓R✗O✓✓✓✓✓✓  RTE      1.25 ms  3.22 MiB  NO
time_limit_exceeded
  brute_force.cpp                 ✓✓ ✓✓✓✓T-----  TLE        2.2 s  3.22 MiB  yes
  tests: ✓ AC, ✗ WA, T TLE, R RTE, O OLE, - not run

problems/twofive/submissions/wrong_answer/off_by_one.cpp
✓ AC Accepted: 12 tests; at most 1.25 ms and 3.22 MiB
not as expected: wrong_answer expects a WA, but every test is AC

problems/twofive/submissions/wrong_answer/crashes_and_has_a_name_that_is_long.cpp
R RTE Run-Time Error on secret/02
      12 tests ran, 9 passed; at most 1.25 ms and 3.22 MiB
not as expected: wrong_answer allows only AC and WA, but secret/02 is RTE
secret/02: Run-Time Error
  ended by signal 11 (SIGSEGV, invalid memory access)
  repeat it with:
    arbiter judge problems/twofive \
      problems/twofive/submissions/wrong_answer/crashes_and_has_a_name_that_is_long.cpp \
      --tests secret/02

not as expected: 2 of 6 submissions
)");
}

TEST(Human, ManyTestsAreSummarised) {
  const std::string text = human("many", 80);
  EXPECT_NE(text.find("  … 995 tests more: all AC; at most 1.25 ms and 3.22 MiB\n"),
            std::string::npos);
  EXPECT_EQ(text.find("secret/0004"), std::string::npos);
  EXPECT_NE(human("many-failing", 80).find("900 AC, 80 WA"), std::string::npos);
  EXPECT_NE(show_submission(sample("many"), 0, {false, 80}).find("secret/0004"), std::string::npos);
}

TEST(Human, SaysWhichLimit) {
  EXPECT_NE(human("TLE", 80).find("CPU time 2.2 s is over the limit of 2 s"), std::string::npos);
  EXPECT_NE(human("wall", 80).find("stopped at the wall limit of 5 s after only 1 ms of"),
            std::string::npos);
  EXPECT_NE(human("exit", 80).find("exit status 1"), std::string::npos);
  EXPECT_NE(human("figures", 80).find("5 s (2.5 × 2 s) CPU"), std::string::npos);
  EXPECT_NE(human("figures", 80).find("without isolation"), std::string::npos);
}

TEST(Human, JudgesFaultsAreNamed) {
  EXPECT_NE(human("box", 80).find("the judge failed: cannot start a box: No space left on device"),
            std::string::npos);
  EXPECT_NE(human("toolchain", 80).find("the judge failed: g++ is not installed"),
            std::string::npos);
  EXPECT_NE(human("JE", 80).find("the checker ended with exit status 7"), std::string::npos);
}

TEST(Human, ReasonsAreSaidOnce) {
  auto judgement = sample("TLE");
  judgement.submissions[0].tests[1].message = "CPU time 2.2 s is over the limit of 2 s";
  const std::string text = find_format("human")->render(judgement, {false, 80});
  EXPECT_NE(text.find("CPU time 2.2 s is over"), std::string::npos) << text;
  EXPECT_EQ(text.find("used 2.2 s of CPU time"), std::string::npos) << text;
  judgement = sample("WA");
  judgement.submissions[0].tests[1].message += ", as numbers they are 1e-3 apart";
  EXPECT_NE(find_format("human")->render(judgement, {false, 120}).find("1e-3 apart"),
            std::string::npos);
  judgement.submissions[0].tests[1].message = "the word is not in the list";
  EXPECT_NE(find_format("human")->render(judgement, {false, 80}).find("not in the list"),
            std::string::npos);
}

TEST(Human, KnownResultsAreMarkedOnce) {
  auto judgement = sample("several");
  EXPECT_EQ(find_format("human")->render(judgement, {false, 80}).find("known"), std::string::npos);
  judgement.submissions[0].tests[0].cached = true;
  judgement.submissions[1].tests[0].cached = true;
  EXPECT_NE(find_format("human")
                ->render(judgement, {false, 80})
                .find("\ncached   2 of 67 tests known from an earlier run; --no-cache runs them "
                      "again\n"),
            std::string::npos);
  auto one = sample("AC");
  for (model::TestJudgement& test : one.submissions[0].tests)
    test.cached = true;
  EXPECT_NE(find_format("human")->render(one, {false, 80}).find("\ncached   all 3 tests known"),
            std::string::npos);
}

TEST(Human, WithoutLabelsNothingIsSaidOfExpectations) {
  const std::string text = human("classroom", 80);
  EXPECT_EQ(text.find("expected: "), std::string::npos) << text;
  EXPECT_EQ(text.find(" ok\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\nnot accepted: 4 of 7 submissions\n"), std::string::npos) << text;
}

TEST(Human, FilesOfTheSameNameAreToldApart) {
  auto judgement = sample("classroom");
  judgement.submissions.resize(2);
  judgement.submissions[0].path = "lab/alice/main.cpp";
  judgement.submissions[1].path = "lab/bob/main.cpp";
  const std::string text = find_format("human")->render(judgement, {false, 80});
  EXPECT_NE(text.find("\n  alice/main.cpp "), std::string::npos) << text;
  EXPECT_NE(text.find("\n  bob/main.cpp "), std::string::npos) << text;
}

TEST(Human, FoundTimeLimitsAreExplained) {
  const std::string text = human("found", 120);
  EXPECT_NE(text.find("\ntime limit 2 s: accepted/other_algorithm.py is the slowest with 4.6 s on "
                      "secret/09 ÷ 5; × 2, rounded up to 1 s steps\n"
                      "warning: time_limit_exceeded/brute_force.cpp takes only 2.2 s\\x1b\\xff\n"),
            std::string::npos)
      << text;
}

TEST(Human, RepeatingCommandIsWhole) {
  auto judgement = sample("WA");
  judgement.repeat_options = {"--time-limit", "1s"};
  judgement.submissions[0].path = "-";
  EXPECT_NE(find_format("human")
                ->render(judgement, {false, 200})
                .find("arbiter judge problems/twofive - --language cpp20 --time-limit 1s --tests "
                      "secret/01-first\n"),
            std::string::npos);
}

TEST(Show, OneTestInFull) {
  auto judgement = sample("figures");
  judgement.submissions[0].tests[1].run.signal = 0;
  EXPECT_EQ(show_test(judgement, 0, 0, {false, 80}), R"(twofive: solution.cpp (python3)
limits   5 s (2.5 × 2 s) CPU, 5 s wall, 256 MiB memory, 8 MiB output
sandbox  none: programs run without isolation

sample/1: Accepted
  repeat it with:
    arbiter judge problems/twofive solution.cpp --tests sample/1

  ended with  exit status 0
  CPU time    ~1.25 ms of 5 s
  wall time   2.3 ms of 5 s
  memory      ~3.22 MiB of 256 MiB
  processes   3
  note        ~ marks sampled figures
  note        near the time limit, so run twice; the smaller time counts
  repeats     1.25 ms, 1.9 ms, 1.3 ms

standard output (its beginning)
  | 1 2 3
)");
}

}  // namespace
}  // namespace arbiter::report
