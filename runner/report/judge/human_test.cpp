#include <gmock/gmock.h>

#include <string>

#include "report/report.hpp"
#include "report/samples.hpp"
#include "report/text/text_test_kit.hpp"

namespace arbiter::report {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string human(const model::Judgement& judgement, std::size_t width) {
  return format_named(judge_formats(), "human")->render(judgement, {false, width});
}

std::string human(const std::string& name, std::size_t width) {
  return human(sample(name), width);
}

/// One word, or flag and value, that must stay whole to be copied.
bool is_one_word(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  if (line.ends_with(" \\")) line.remove_suffix(2);
  return line.find(' ') == std::string_view::npos || line.starts_with("--tests ");
}

TEST(Human, IsAGoodTextOfEverySample) {
  for (const auto& one : samples()) {
    // Its command holds words of which no part may be left out, blanks and all.
    const bool is_strange = one.name == "strange";
    const auto may_be_wide = [&](std::string_view line) { return is_strange || is_one_word(line); };
    const auto check = [&](const auto& make) { expect_good_text(one.name, make, may_be_wide); };
    check([&](const Style& style) {
      return format_named(judge_formats(), "human")->render(one.value, style);
    });
    if (!is_strange) continue;
    check([&](const Style& style) { return show_submission(one.value, 0, style); });
    check([&](const Style& style) { return show_test(one.value, 0, 1, style); });
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
  EXPECT_THAT(human("many", 80), Not(HasSubstr("secret/0004")));
  EXPECT_THAT(show_submission(sample("many"), 0, {false, 80}), HasSubstr("secret/0004"));
}

TEST(Human, SaysWhatMatters) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"TLE", "CPU time 2.2 s is over the limit of 2 s"},
      {"wall", "stopped at the wall limit of 5 s after only 1 ms of"},
      {"exit", "exit status 1"},
      {"figures", "5 s (2.5 × 2 s) CPU"},
      {"figures", "without isolation"},
      {"box", "the judge failed: cannot start a box: No space left on device"},
      {"toolchain", "the judge failed: g++ is not installed"},
      {"JE", "the checker ended with exit status 7"},
      {"many", "  … 995 tests more: all AC; at most 1.25 ms and 3.22 MiB\n"},
      {"many-failing", "900 AC, 80 WA"},
      {"classroom", "\nnot accepted: 4 of 7 submissions\n"}};
  for (const auto& [name, text] : rows)
    EXPECT_THAT(human(name, 80), HasSubstr(text)) << name;
}

TEST(Human, ReasonsAreSaidOnce) {
  auto judgement = sample("TLE");
  judgement.submissions[0].tests[1].message = "CPU time 2.2 s is over the limit of 2 s";
  const std::string text = human(judgement, 80);
  EXPECT_THAT(text, HasSubstr("CPU time 2.2 s is over"));
  EXPECT_THAT(text, Not(HasSubstr("used 2.2 s of CPU time")));
  judgement = sample("WA");
  judgement.submissions[0].tests[1].message += ", as numbers they are 1e-3 apart";
  EXPECT_THAT(human(judgement, 120), HasSubstr("1e-3 apart"));
  judgement.submissions[0].tests[1].message = "the word is not in the list";
  EXPECT_THAT(human(judgement, 80), HasSubstr("not in the list"));
}

TEST(Human, KnownResultsAreMarkedOnce) {
  auto judgement = sample("several");
  EXPECT_THAT(human(judgement, 80), Not(HasSubstr("known")));
  judgement.submissions[0].tests[0].cached = true;
  judgement.submissions[1].tests[0].cached = true;
  EXPECT_THAT(human(judgement, 80),
              HasSubstr("\ncached   2 of 67 tests known from an earlier run; --no-cache runs them "
                        "again\n"));
  auto one = sample("AC");
  for (model::TestJudgement& test : one.submissions[0].tests)
    test.cached = true;
  EXPECT_THAT(human(one, 80), HasSubstr("\ncached   all 3 tests known"));
}

TEST(Human, WithoutLabelsNothingIsSaidOfExpectations) {
  const std::string text = human("classroom", 80);
  EXPECT_THAT(text, Not(HasSubstr("expected: ")));
  EXPECT_THAT(text, Not(HasSubstr(" ok\n")));
}

TEST(Human, FilesOfTheSameNameAreToldApart) {
  auto judgement = sample("classroom");
  judgement.submissions.resize(2);
  judgement.submissions[0].path = "lab/alice/main.cpp";
  judgement.submissions[1].path = "lab/bob/main.cpp";
  const std::string text = human(judgement, 80);
  EXPECT_THAT(text, HasSubstr("\n  alice/main.cpp "));
  EXPECT_THAT(text, HasSubstr("\n  bob/main.cpp "));
}

TEST(Human, FoundTimeLimitsAreExplained) {
  const std::string text = human("found", 120);
  EXPECT_THAT(
      text, HasSubstr("\ntime limit 2 s: accepted/other_algorithm.py is the slowest with 4.6 s on "
                      "secret/09 ÷ 5; × 2, rounded up to 1 s steps\n"
                      "warning: time_limit_exceeded/brute_force.cpp takes only 2.2 s\\x1b\\xff\n"));
}

TEST(Human, RepeatingCommandIsWhole) {
  auto judgement = sample("WA");
  judgement.repeat_options = {"--time-limit", "1s"};
  judgement.submissions[0].path = "-";
  EXPECT_THAT(human(judgement, 200),
              HasSubstr("arbiter judge problems/twofive - --language cpp20 --time-limit 1s --tests "
                        "secret/01-first\n"));
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
