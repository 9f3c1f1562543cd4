#include <gtest/gtest.h>

#include <tuple>

#include "judge/verdict/labels.hpp"
#include "judge/verdict/scoring.hpp"
#include "judge/verdict/scoring_kit.hpp"

namespace arbiter::judge {
namespace {

using model::GroupRules;
using V = model::Verdict;

/// A legacy problem of 20 points in two groups, solved as far as the verdicts say, in `label`.
model::SubmissionJudgement judged(const std::string& label, V first, V second,
                                  const model::LabelledSubmission& own = {},
                                  GroupRules rules = GroupRules::domjudge) {
  ScoringKit kit(rules);
  kit.problem.labels_by_final_verdict = rules != GroupRules::current;
  for (const char* name : {"secret/a", "secret/b"}) {
    kit.group(name).own_accept_score = 10;
    kit.group(name).scoring.max_score = 10;
    kit.group(name).has_own_file = true;
  }
  kit.group("secret").scoring.max_score = 20;
  kit.group("secret").scoring.aggregation = model::ScoreAggregation::sum;
  kit.test("secret/a/1", first);
  kit.test("secret/b/1", second).message = "seven is odd";
  model::assign_tests(kit.problem);
  Submission submission;
  set_rules(kit.problem, label, &own, submission);
  set_expectation(kit.submission, submission);
  kit.submission.compile.ok = true;
  aggregate(kit.submission, 2, true, false, kit.problem);
  return kit.submission;
}

TEST(ScoreLabels, WantAllPointsOrNotAll) {
  EXPECT_TRUE(judged("accepted", V::ac, V::ac).as_expected);
  EXPECT_FALSE(judged("accepted", V::ac, V::wa).as_expected);
  EXPECT_TRUE(judged("partially_accepted", V::ac, V::wa).as_expected);
  EXPECT_TRUE(judged("partial", V::ac, V::wa).as_expected);
  EXPECT_EQ(judged("partial", V::ac, V::ac).expectation_note,
            "20 points are all there are, but partial requires fewer");
}

TEST(ScoreLabels, OfPolygonTakeAPartForWrong) {
  for (const auto& [label, percent, holds] : {std::tuple("wrong-answer", 50.0, true),
                                              {"rejected", 50.0, true},
                                              {"failed", 50.0, true},
                                              {"wrong-answer", 100.0, false},
                                              {"time-limit-exceeded", 50.0, false},
                                              {"main", 50.0, false},
                                              {"main", 100.0, true}}) {
    ScoringKit kit(GroupRules::current);
    kit.problem.checker_points = model::CheckerPoints::percent;
    model::TestGroup& group = kit.group("secret/a");
    group.has_own_file = true;
    group.scoring.max_score = 10;
    group.scoring.aggregation = model::ScoreAggregation::sum;
    kit.group("secret").scoring = {10, model::ScoreAggregation::sum, {}};
    kit.test("secret/a/1", V::ac).score_multiplier = percent / 100;
    model::assign_tests(kit.problem);
    Submission submission;
    set_rules(kit.problem, label, nullptr, submission);
    set_expectation(kit.submission, submission);
    kit.submission.compile.ok = true;
    aggregate(kit.submission, 1, true, false, kit.problem);
    EXPECT_EQ(kit.submission.as_expected, holds) << label << ' ' << percent;
    EXPECT_EQ(kit.submission.score, percent / 10);
  }
}

TEST(ScoreLabels, CompareTheTagOfAScore) {
  model::LabelledSubmission own;
  own.label = "partial";
  for (const auto& [expected, holds] : {std::pair(10.0, true), {10.004, true}, {10.01, false}}) {
    own.expected_score = expected;
    EXPECT_EQ(judged("partial", V::ac, V::wa, own).as_expected, holds) << expected;
  }
  own.tag = {V::tle};
  own.expected_score = 10;
  EXPECT_EQ(judged("partial", V::ac, V::wa, own).expectation_note,
            "WA instead of TLE, as partial requires");
}

struct RuleRow {
  model::SubmissionRule rule;
  std::string note;  ///< empty: it holds
};

model::SubmissionRule rule_of(const std::string& group) {
  model::SubmissionRule rule;
  rule.entry = "slow/*";
  rule.group = group;
  return rule;
}

TEST(ScoreLabels, FollowSubmissionsYaml) {
  std::vector<RuleRow> rows;
  const auto add = [&](const std::string& group,
                       const std::string& note) -> model::SubmissionRule& {
    rows.push_back({rule_of(group), note});
    return rows.back().rule;
  };
  add("", "").score = model::ScoreRange{5, 15};
  add("", "the score is 10 instead of 11 to 15, as submissions.yaml (slow/*) requires").score =
      model::ScoreRange{11, 15};
  add("secret/a", "").permitted = {V::ac};
  add("secret/*",
      "WA on secret/b/1, but submissions.yaml (slow/*, secret/*) permits only AC on every test")
      .permitted = {V::ac};
  add("secret/a",
      "no test of secret/a ends with WA, as submissions.yaml (slow/*, secret/a) requires")
      .required = {V::wa};
  add("secret/b", "").score = model::ScoreRange{0, 0};
  add("secret/b",
      "the score of secret/b is 0 instead of 1, as submissions.yaml (slow/*, secret/b) "
      "requires")
      .score = model::ScoreRange{1, 1};
  add("", "").message = "is odd";
  add("", "no message of the validator holds \"twelve\", as submissions.yaml (slow/*) requires")
      .message = "twelve";
  add("secret/none", "").required = {V::tle};
  for (const RuleRow& row : rows) {
    model::LabelledSubmission own;
    own.label = "mixed";
    own.rules = {row.rule};
    const auto one = judged("mixed", V::ac, V::wa, own, GroupRules::current);
    EXPECT_EQ(one.expectation_note, row.note);
    EXPECT_EQ(one.as_expected, row.note.empty());
  }
}

TEST(ScoreLabels, AreChangedByAnEntryOfTheirName) {
  model::LabelledSubmission own;
  own.label = "wrong_answer";
  own.rules = {rule_of("")};
  own.rules[0].is_of_whole_label = true;
  own.rules[0].required = {V::tle};
  own.rules[0].permitted = {V::ac, V::wa, V::tle};
  EXPECT_TRUE(judged("wrong_answer", V::wa, V::tle, own, GroupRules::current).as_expected);
  EXPECT_FALSE(judged("wrong_answer", V::wa, V::wa, own, GroupRules::current).as_expected);
}

}  // namespace
}  // namespace arbiter::judge
