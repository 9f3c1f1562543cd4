#include <gtest/gtest.h>

#include "judge/verdict/scoring_kit.hpp"

namespace arbiter::judge {
namespace {

using model::GroupRules;
using model::ScoreAggregation;
using V = model::Verdict;

/// A problem of 100 points with the groups a (30, `aggregation`) and b (70, pass-fail).
ScoringKit two_groups(ScoreAggregation aggregation, std::optional<double> max_a = 30) {
  ScoringKit kit(GroupRules::current);
  auto& secret = kit.group("secret").scoring;
  secret.max_score = max_a ? std::optional<double>(100) : std::nullopt;
  secret.aggregation = ScoreAggregation::sum;
  for (const char* name : {"secret/a", "secret/b"})
    kit.group(name).has_own_file = true;
  kit.group("secret/a").scoring.max_score = max_a;
  kit.group("secret/a").scoring.aggregation = aggregation;
  kit.group("secret/b").scoring.max_score = 70;
  kit.group("sample");
  return kit;
}

TEST(CurrentScoring, AddsGroups) {
  ScoringKit kit = two_groups(ScoreAggregation::pass_fail);
  kit.tests(
      {{"sample/1", V::ac}, {"secret/a/1", V::ac}, {"secret/b/1", V::ac}, {"secret/b/2", V::tle}});
  const auto& judged = kit.judged();
  EXPECT_EQ(judged.score, 30);
  EXPECT_EQ(judged.max_score, 100);
  EXPECT_EQ(judged.verdict, V::tle);
  EXPECT_EQ(kit.of("secret/b").score, 0);
  EXPECT_EQ(kit.of("secret/b").note, "fails secret/b/2, TLE");
  EXPECT_EQ(kit.of("sample").score, std::nullopt);
  EXPECT_FALSE(has_full_score(kit.problem, judged));
}

struct Row {
  ScoreAggregation aggregation;
  V second;
  std::optional<double> score;
  std::optional<double> multiplier;
  double expected;  ///< of group a, whose first test is accepted
};

TEST(CurrentScoring, GivesTestsTheirShare) {
  const std::vector<Row> rows = {
      {ScoreAggregation::sum, V::ac, {}, {}, 30},
      {ScoreAggregation::sum, V::wa, {}, {}, 15},
      {ScoreAggregation::sum, V::ac, 3, {}, 18},
      {ScoreAggregation::sum, V::ac, {}, 0.5, 22.5},
      {ScoreAggregation::min, V::ac, {}, {}, 30},
      {ScoreAggregation::min, V::wa, {}, {}, 0},
      {ScoreAggregation::min, V::ac, 20, {}, 20},
      {ScoreAggregation::min, V::ac, {}, 0.1, 3},
      {ScoreAggregation::pass_fail, V::ac, {}, {}, 30},
      {ScoreAggregation::pass_fail, V::rte, {}, {}, 0},
  };
  for (const Row& row : rows) {
    ScoringKit kit = two_groups(row.aggregation);
    kit.test("secret/a/1", V::ac);
    kit.test("secret/a/2", row.second, row.score).score_multiplier = row.multiplier;
    kit.test("secret/b/1", V::ac);
    EXPECT_DOUBLE_EQ(*kit.judged().score, row.expected + 70) << &row - rows.data();
    EXPECT_DOUBLE_EQ(*kit.of("secret/a").score, row.expected) << &row - rows.data();
  }
}

struct FaultRow {
  ScoreAggregation aggregation;
  std::optional<double> max_score;
  V verdict;
  std::optional<double> score;
  std::optional<double> multiplier;
  std::string_view message;
};

TEST(CurrentScoring, BlamesTheJudgeForEveryBreachOfTheRules) {
  using A = ScoreAggregation;
  const std::vector<FaultRow> rows = {
      {A::sum, 30, V::wa, 1, {}, "did not accept"},
      {A::sum, 30, V::tle, {}, 0.5, "did not accept"},
      {A::sum, {}, V::ac, {}, 0.5, "without maximum score"},
      {A::sum, 30, V::ac, 1, 0.5, "both"},
      {A::pass_fail, 30, V::ac, 1, {}, "pass-fail"},
      {A::pass_fail, 30, V::ac, {}, 1, "pass-fail"},
      {A::min, 30, V::ac, 30.5, {}, "over the test's maximum of 30"},
      {A::min, 30, V::ac, -1, {}, "negative"},
      {A::min, {}, V::ac, {}, {}, "no score.txt"},
  };
  for (const FaultRow& row : rows) {
    ScoringKit kit = two_groups(row.aggregation, row.max_score);
    kit.test("secret/a/1", row.verdict, row.score).score_multiplier = row.multiplier;
    kit.test("secret/b/1", V::ac);
    const auto& judged = kit.judged();
    EXPECT_EQ(judged.verdict, V::je) << row.message;
    EXPECT_EQ(judged.score, std::nullopt) << row.message;
    EXPECT_NE(judged.tests[0].message.find(row.message), std::string::npos)
        << judged.tests[0].message;
    EXPECT_EQ(kit.of("secret/a").verdict, V::je) << row.message;
  }
}

TEST(CurrentScoring, MayHaveNoBound) {
  ScoringKit kit = two_groups(ScoreAggregation::sum, std::nullopt);
  kit.tests({{"secret/a/1", V::ac, 1000}, {"secret/a/2", V::wa}, {"secret/b/1", V::ac}});
  const auto& judged = kit.judged();
  EXPECT_EQ(judged.score, 1070);
  EXPECT_EQ(judged.max_score, std::nullopt);
}

TEST(CurrentScoring, ScoresTestsWithoutGroups) {
  ScoringKit kit(GroupRules::current);
  kit.group("secret/folder");
  auto& secret = kit.group("secret").scoring;
  secret.max_score = 100;
  secret.aggregation = ScoreAggregation::sum;
  kit.tests({{"secret/1", V::ac},
             {"secret/2", V::wa},
             {"secret/folder/1", V::ac},
             {"secret/folder/2", V::ac}});
  EXPECT_DOUBLE_EQ(*kit.judged().score, 75);
  EXPECT_EQ(kit.submission.deciding_test, 1U);
}

TEST(CurrentScoring, RequiresWhatWasToBePassed) {
  ScoringKit kit = two_groups(ScoreAggregation::pass_fail);
  kit.group("secret/b").scoring.require_pass = {"a"};
  kit.tests({{"secret/a/1", V::wa}, {"secret/b/1", V::ac}});
  const auto& judged = kit.judged();
  EXPECT_EQ(judged.score, 0);
  EXPECT_EQ(judged.verdict, V::wa);
  EXPECT_FALSE(kit.of("secret/b").counted);
  EXPECT_EQ(kit.of("secret/b").note, "not counted: requires secret/a");
  EXPECT_FALSE(judged.tests[1].counted);
}

TEST(CurrentScoring, MayRequireTheSample) {
  for (const V verdict : {V::ac, V::rte}) {
    ScoringKit kit = two_groups(ScoreAggregation::pass_fail);
    kit.group("secret").scoring.require_pass = {"sample"};
    kit.tests({{"sample/1", verdict, 5}, {"secret/a/1", V::ac}, {"secret/b/1", V::ac}});
    EXPECT_EQ(kit.judged().score, verdict == V::ac ? 100 : 0);
    EXPECT_EQ(kit.submission.verdict, verdict);
  }
}

TEST(CurrentScoring, KeepsGroupsWithinTheWhole) {
  ScoringKit kit = two_groups(ScoreAggregation::pass_fail, 50);
  kit.tests({{"secret/a/1", V::ac}, {"secret/b/1", V::ac}});
  EXPECT_EQ(kit.judged().verdict, V::je);
  EXPECT_EQ(kit.of("secret").note, "its parts have 120 points, over its max_score of 100");
}

TEST(CurrentScoring, MayTakeTheLeastGroup) {
  ScoringKit kit = two_groups(ScoreAggregation::pass_fail);
  kit.group("secret").scoring.aggregation = ScoreAggregation::min;
  kit.tests({{"secret/a/1", V::ac}, {"secret/b/1", V::ac}});
  EXPECT_EQ(kit.judged().score, 30);
}

}  // namespace
}  // namespace arbiter::judge
