#include <gmock/gmock.h>

#include <string>

#include "report/json/documents.hpp"
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

TEST(Human, ShowsEverySample) {
  std::string all = "== WA, at 40\n" + human("WA", 40);
  for (const auto& one : samples()) {
    if (one.name != "strange") all += "== " + one.name + "\n" + human(one.value, 80);
  }
  all += "== a test of figures\n" + show_test(sample("figures"), 0, 0, {false, 80});
  expect_golden("human.txt", all);
}

TEST(Human, ManyTestsAreSummarised) {
  EXPECT_THAT(human("many", 80), Not(HasSubstr("secret/0004")));
  EXPECT_THAT(show_submission(sample("many"), 0, {false, 80}), HasSubstr("secret/0004"));
}

TEST(Human, AMissingCompilerIsNamedOnceAndNoFailure) {
  auto judgement = sample("toolchain");
  judgement.submissions[0].path = "a.cpp";
  for (const char* path : {"b.cpp", "c.cpp"}) {
    judgement.submissions.push_back(judgement.submissions[0]);
    judgement.submissions.back().path = path;
  }
  std::string text = human(judgement, 80);
  EXPECT_EQ(text.find("g++ is not"), text.rfind("g++ is not"));
  EXPECT_THAT(text, HasSubstr("\nthe same holds for b.cpp, c.cpp\n"));
  EXPECT_THAT(text, HasSubstr("\nnot judged (JE): 3 of 3 submissions\n"));
  judgement.submissions.push_back(sample("WA").submissions[0]);
  judgement.submissions.back().label.reset();
  text = human(judgement, 80);
  EXPECT_THAT(text, HasSubstr("\nnot accepted: 1 of 4 submissions; not judged (JE): 3\n"));
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

TEST(Human, MessagesOfSeveralLinesAreLines) {
  auto judgement = sample("JE");
  model::TestJudgement& test = judgement.submissions[0].tests[1];
  test.verdict = model::Verdict::wa;
  test.message = "two faults\n  in row 3: \tx\x1b\n";
  const std::string text = human(judgement, 80);
  EXPECT_THAT(text, HasSubstr("\n  | two faults\n  |   in row 3:     x\\x1b\n"));
  EXPECT_THAT(text, HasSubstr(" ✗ WA     1.25 ms  3.22 MiB  two faults\n"));
  judgement = sample("box");
  judgement.submissions[0].compile.fault = "the output validator does not compile\n1:1: error";
  EXPECT_THAT(human(judgement, 80),
              HasSubstr("the judge failed:\n  | the output validator does not compile\n  | 1:1: "));
}

TEST(Human, InputsOfFailuresAreShown) {
  auto judgement = sample("RTE");
  std::optional<model::FileHead>& input = judgement.submissions[0].tests[1].input;
  EXPECT_THAT(human(judgement, 80), HasSubstr("access)\n  input\n  | 25\n  repeat it with:\n"));
  input = model::FileHead{{}, Bytes{0}, 0, {}};
  EXPECT_THAT(human(judgement, 80), HasSubstr("\n  input: empty\n"));
  input = model::FileHead{"no end", Bytes{6}, 1, {}};
  EXPECT_THAT(human(judgement, 80),
              HasSubstr("  input, without a newline at its end\n  | no end\n"));
  input->head = std::string("\0\1", 2);
  EXPECT_THAT(human(judgement, 80), Not(HasSubstr("input")));
  input = model::FileHead{"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n", Bytes{27}, 11, {}};
  EXPECT_THAT(human(judgement, 80), HasSubstr("  | 10\n  … 1 line more, 27 B in all\n"));
  EXPECT_THAT(show_test(judgement, 0, 1, {false, 80}), HasSubstr("  | 11\n"));
  // Who gave it by hand has it.
  judgement.repeat_options = {"--input", "mine.in"};
  EXPECT_THAT(human(judgement, 80), Not(HasSubstr("  | 10\n")));
  input->lines = 10;
  EXPECT_THAT(human(judgement, 80), HasSubstr("  | 10\n"));
}

TEST(Human, RepeatsShowTheirSpread) {
  auto judgement = sample("several");
  for (model::SubmissionJudgement& one : judgement.submissions) {
    for (model::TestJudgement& test : one.tests)
      test.repeats = {Nanoseconds(3000), Nanoseconds(1000), Nanoseconds(2000), Nanoseconds(9000)};
  }
  judgement.submissions[0].tests[1].repeats[2] = std::chrono::milliseconds(7);
  const std::string all = human(judgement, 80);
  EXPECT_THAT(all, HasSubstr("\nrepeat   each test case 4 times; "));
  EXPECT_THAT(all, HasSubstr("  1 µs / 3 µs / 7 ms\n"));
  judgement.submissions.resize(1);
  EXPECT_THAT(human(judgement, 120), HasSubstr("  1 µs / 2 µs / 9 µs\n"));
  EXPECT_THAT(human(judgement, 120), HasSubstr("; slowest "));
}

TEST(Human, KnownResultsAreMarkedOnce) {
  auto judgement = sample("several");
  EXPECT_THAT(human(judgement, 80), Not(HasSubstr("known")));
  judgement.submissions[0].tests[0].cached = true;
  judgement.submissions[1].tests[0].cached = true;
  EXPECT_THAT(human(judgement, 80),
              HasSubstr("\ncached   2 of 67 test cases known from an earlier run; --no-cache runs "
                        "them\n         again\n"));
  auto one = sample("AC");
  for (model::TestJudgement& test : one.submissions[0].tests)
    test.cached = true;
  EXPECT_THAT(human(one, 80), HasSubstr("\ncached   all 3 test cases known"));
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

TEST(Human, RepeatingCommandIsWhole) {
  auto judgement = sample("WA");
  judgement.repeat_options = {"--time-limit", "1s"};
  judgement.submissions[0].path = "-";
  EXPECT_THAT(human(judgement, 200),
              HasSubstr("arbiter judge problems/twofive - --language cpp20 --time-limit 1s --tests "
                        "secret/01-first\n"));
}

TEST(Runs, ARowEach) {
  const auto text = [](const Style& style) { return runs_text(run_samples(), 23, style); };
  EXPECT_EQ(
      text({false, 120}),
      R"(run     id                     UTC               what                              verdicts     exit
last    20261121T074500Z-1a2b  2026-11-21 07:45  sum: a.c, b\x1b\xff.c             1 AC, 2 WA      1
last~1  20261120T074500Z-1a2b  2026-11-20 07:45  grade of a class of 30: sum, max  interrupted     ?
last~2  20261119T074500Z-1a2b                    not finished, or not readable                     ?
… 20 older runs; --all lists them, too
)");
  expect_good_text("runs", text, [](std::string_view) { return false; });
  EXPECT_EQ(run_line("20261121T074500Z-1a2b", "2026-11-21T07:45:00Z", {false, 80}),
            "run      20261121T074500Z-1a2b, 2026-11-21 07:45:00 UTC\n");
}

}  // namespace
}  // namespace arbiter::report
