#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "judge/verdict/labels.hpp"
#include "judge/verdict/scoring.hpp"

namespace arbiter::judge {
namespace {

using model::Verdict;

model::SubmissionJudgement submission(const std::vector<std::pair<std::string, Verdict>>& tests,
                                      std::optional<std::string> label = std::nullopt) {
  model::SubmissionJudgement all;
  all.rule = label_rule(label.value_or("accepted"));
  all.label = std::move(label);
  all.compile.ok = true;
  for (const auto& [name, verdict] : tests) {
    model::TestJudgement test;
    test.name = name;
    test.verdict = verdict;
    all.tests.push_back(test);
  }
  return all;
}

model::SubmissionJudgement aggregated(model::SubmissionJudgement all, std::size_t planned) {
  aggregate(all, planned, true, false, {});
  return all;
}

TEST(Aggregate, TakesTheFirstFailingTestWhateverOrderTheyRanIn) {
  std::vector<std::pair<std::string, Verdict>> tests = {
      {"sample/2", Verdict::ac},
      {"secret/b-first", Verdict::wa},
      {"secret/b/late", Verdict::tle},
      {"secret/c", Verdict::rte},
  };
  std::ranges::sort(tests);
  do {
    const auto judged = aggregated(submission(tests), tests.size());
    // "secret/b/late" stands before "secret/b-first": components are compared, not whole names.
    ASSERT_EQ(judged.verdict, Verdict::tle);
    ASSERT_EQ(judged.tests[*judged.deciding_test].name, "secret/b/late");
    ASSERT_EQ(judged.tests.front().name, "sample/2");
  } while (std::next_permutation(tests.begin(), tests.end()));
}

TEST(Aggregate, PutsSamplesFirst) {
  const auto judged =
      aggregated(submission({{"data/a", Verdict::wa}, {"sample/z", Verdict::tle}}), 2);
  EXPECT_EQ(judged.verdict, Verdict::tle);
}

TEST(Aggregate, TellsCompileErrorsFromFaults) {
  model::SubmissionJudgement bad;
  EXPECT_EQ(aggregated(bad, 3).verdict, Verdict::ce);
  EXPECT_FALSE(aggregated(bad, 3).unfinished);
  bad.compile.fault = "g++ is missing";
  EXPECT_EQ(aggregated(bad, 3).verdict, Verdict::je);
}

TEST(Aggregate, IsUnfinishedWhenTestsAreMissing) {
  EXPECT_TRUE(aggregated(submission({{"a", Verdict::ac}}), 2).unfinished);
  EXPECT_FALSE(aggregated(submission({{"a", Verdict::ac}}), 2).as_expected);
  auto stopped = submission({{"a", Verdict::wa}});
  aggregate(stopped, 2, true, true, {});
  EXPECT_FALSE(stopped.unfinished);
}

struct LabelCase {
  std::optional<std::string> label;
  std::vector<Verdict> verdicts;
  bool holds;
};

TEST(Labels, HoldAsTheFormatSays) {
  using V = Verdict;
  const std::vector<LabelCase> rows = {
      {std::nullopt, {V::ac, V::ac}, true},
      {std::nullopt, {V::ac, V::wa}, false},
      {"accepted", {V::ac}, true},
      {"accepted", {V::ac, V::tle}, false},
      {"wrong_answer", {V::ac, V::wa}, true},
      {"wrong_answer", {V::wa, V::wa}, true},
      {"wrong_answer", {V::ac, V::ac}, false},
      {"wrong_answer", {V::wa, V::tle}, false},
      {"wrong_answer", {V::ac, V::ole}, true},
      {"wrong_answer", {V::wa, V::je}, false},
      {"wrong_answer", {V::rte, V::wa}, false},
      {"time_limit_exceeded", {V::ac, V::tle}, true},
      {"time_limit_exceeded", {V::wa, V::tle}, false},
      {"time_limit_exceeded", {V::ac, V::ole}, true},
      {"accepted", {V::ole}, false},
      {"run_time_error", {V::ac, V::rte}, true},
      {"run_time_error", {V::mle, V::ac}, true},
      {"run_time_error", {V::ole}, true},
      {"run_time_error", {V::tle}, false},
      {"rejected", {V::ac, V::ac}, false},
      {"rejected", {V::wa, V::tle, V::rte}, true},
      {"rejected", {V::ce}, false},
      {"brute_force", {V::ac, V::tle}, true},
      {"brute_force", {V::mle}, true},
      {"brute_force", {V::wa, V::tle}, false},
      {"brute_force", {V::ac}, false},
      {"some_other_folder", {V::wa, V::tle}, true},
  };
  for (const LabelCase& row : rows) {
    std::vector<std::pair<std::string, Verdict>> tests;
    for (const Verdict verdict : row.verdicts) {
      tests.emplace_back("t" + std::to_string(tests.size()), verdict);
    }
    const auto judged = aggregated(submission(tests, row.label), tests.size());
    EXPECT_EQ(judged.as_expected, row.holds)
        << row.label.value_or("(none)") << " with " << code(row.verdicts.back()) << ": "
        << judged.expectation_note;
    EXPECT_EQ(judged.expectation_note.empty(), row.holds);
  }
}

/// What `label` and a tag say of a submission of `problem`.
Submission labelled(const model::Problem& problem, const std::string& label,
                    const std::vector<Verdict>& tag) {
  model::LabelledSubmission own;
  own.label = label;
  own.tag = tag;
  Submission one;
  set_rules(problem, label, &own, one);
  return one;
}

/// A submission in `label` of a legacy package, with a tag in its source.
model::SubmissionJudgement legacy(const std::vector<std::pair<std::string, Verdict>>& tests,
                                  const std::string& label, const std::vector<Verdict>& tag = {}) {
  model::Problem problem;
  problem.labels_by_final_verdict = true;
  const std::size_t planned = tests.size();
  auto all = submission(tests, label);
  set_expectation(all, labelled(problem, label, tag));
  return aggregated(std::move(all), planned);
}

TEST(Labels, OfLegacyPackagesSpeakOfTheFinalVerdict) {
  using V = Verdict;
  EXPECT_TRUE(legacy({{"a", V::wa}, {"b", V::tle}}, "wrong_answer").as_expected);
  EXPECT_FALSE(legacy({{"a", V::tle}, {"b", V::wa}}, "wrong_answer").as_expected);
  EXPECT_FALSE(legacy({{"a", V::ac}}, "wrong_answer").as_expected);
  EXPECT_EQ(legacy({{"a", V::tle}}, "wrong_answer").expectation_note,
            "TLE instead of WA, as wrong_answer requires");
  EXPECT_TRUE(legacy({{"a", V::ole}}, "output_limit").as_expected);
  EXPECT_TRUE(legacy({{"a", V::ac}}, "slow_accepted").as_expected);
  EXPECT_TRUE(legacy({{"a", V::rte}, {"b", V::wa}}, "mixed").as_expected);
  auto some = legacy({{"a", V::ac}}, "wrong_answer");
  aggregate(some, 1, false, false, {});
  EXPECT_TRUE(some.as_expected);
}

TEST(Labels, MayBeTags) {
  using V = Verdict;
  EXPECT_TRUE(legacy({{"a", V::tle}, {"b", V::wa}}, "mixed", {V::tle, V::rte}).as_expected);
  EXPECT_FALSE(legacy({{"a", V::wa}}, "mixed", {V::tle, V::rte}).as_expected);
  EXPECT_FALSE(legacy({{"a", V::ac}}, "mixed", {V::tle}).as_expected);
  const model::Problem current;
  const auto rule = labelled(current, "mixed", {V::tle}).rule;
  auto both = submission({{"a", V::tle}, {"b", V::wa}}, "mixed");
  both.rule = rule;
  EXPECT_FALSE(aggregated(both, 2).as_expected);
  EXPECT_EQ(rule->required, std::vector<V>{V::tle});
}

TEST(Labels, MayExpectACompileError) {
  model::SubmissionJudgement broken;
  broken.label = "compiler_error";
  broken.rule = label_rule("compiler_error");
  EXPECT_TRUE(aggregated(broken, 1).as_expected);
  broken.rule = label_rule("wrong_answer");
  EXPECT_FALSE(aggregated(broken, 1).as_expected);
}

TEST(Labels, DoNotAskForAVerdictOfTestsThatWereLeftOut) {
  auto some = submission({{"a", Verdict::ac}}, "wrong_answer");
  aggregate(some, 1, false, false, {});
  EXPECT_TRUE(some.as_expected);
}

TEST(ExitStatus, TakesTheFirstThatHolds) {
  model::Judgement judgement;
  judgement.submissions.push_back(aggregated(submission({{"a", Verdict::ac}}), 1));
  EXPECT_EQ(exit_status_of(judgement), 0);
  judgement.submissions.push_back(aggregated(submission({{"a", Verdict::wa}}), 1));
  EXPECT_EQ(exit_status_of(judgement), 1);
  // A failing test before it decides the submission's verdict, but the judge failed all the same.
  judgement.submissions.push_back(
      aggregated(submission({{"a", Verdict::wa}, {"b", Verdict::je}}), 2));
  EXPECT_EQ(exit_status_of(judgement), 5);
  judgement.interrupted = true;
  EXPECT_EQ(exit_status_of(judgement), 130);
}

}  // namespace
}  // namespace arbiter::judge
