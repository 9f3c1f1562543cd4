#include <gmock/gmock.h>

#include "grade/grade_test_kit.hpp"
#include "grade/points/points.hpp"

namespace arbiter::grade {
namespace {

using model::GradeStatus;
using model::GroupJudgement;
using model::PointRule;
using model::Verdict;
using ::testing::Contains;
using ::testing::ElementsAre;

GroupJudgement group(const std::string& name, std::optional<double> score,
                     std::optional<double> max_score) {
  GroupJudgement made;
  made.name = name;
  made.verdict = Verdict::ac;
  made.score = score;
  made.max_score = max_score;
  return made;
}

/// A work with 45 of the package's 50 points, in two groups.
BookKit scored() {
  BookKit kit;
  kit.problem("sum", {"sample/1", "secret/large/1", "secret/large/2", "secret/small/1"});
  kit.book.problems[0].is_scoring = true;
  kit.work(0, {Verdict::ac, Verdict::ac, Verdict::wa, Verdict::ac});
  model::SubmissionJudgement& judgement = kit.book.works[0].judgement;
  judgement.score = 45;
  judgement.max_score = 50;
  judgement.groups = {group("sample", std::nullopt, std::nullopt), group("secret", 45, 50),
                      group("secret/large", 35, 40), group("secret/small", 10, 10)};
  return kit;
}

WorkPoints points(const BookKit& kit, double most = 100, PointRule rule = PointRule::sum) {
  model::ProblemPolicy policy;
  policy.points = most;
  policy.rule = rule;
  return points_of(kit.book.works[0], kit.book.problems[0], policy, 2);
}

TEST(PackagePoints, AreScaledToThoseOfTheProblem) {
  const WorkPoints scaled = points(scored());
  EXPECT_DOUBLE_EQ(scaled.points, 90);
  EXPECT_THAT(scaled.words,
              ElementsAre("group large 70/80: 1 of 2 tests; first fails secret/large/2, WA",
                          "group small 20/20", "the package gives 45 of 50 points"));
  const WorkPoints same = points(scored(), 50);
  EXPECT_DOUBLE_EQ(same.points, 45);
  EXPECT_EQ(same.words.size(), 2U);
}

TEST(PackagePoints, MayCountByTheWorstGroupOrAltogether) {
  EXPECT_DOUBLE_EQ(points(scored(), 100, PointRule::min).points, 87.5);
  EXPECT_EQ(points(scored(), 100, PointRule::all).points, 0);
  BookKit full = scored();
  full.book.works[0].judgement.score = 50;
  EXPECT_EQ(points(full, 100, PointRule::all).points, 100);
}

TEST(PackagePoints, SayWhyAGroupDoesNotCount) {
  BookKit kit = scored();
  GroupJudgement& large = kit.book.works[0].judgement.groups[2];
  large.score = 0;
  large.counted = false;
  large.note = "not counted: requires secret/small";
  kit.book.works[0].judgement.score = 10;
  EXPECT_THAT(points(kit).words, Contains("group large 0/80: not counted: requires secret/small"));
}

TEST(PackagePoints, AreTakenAsTheyAreWithoutAHighestScore) {
  BookKit kit = scored();
  model::SubmissionJudgement& judgement = kit.book.works[0].judgement;
  judgement.max_score.reset();
  judgement.groups = {group("secret", 45, std::nullopt)};
  EXPECT_DOUBLE_EQ(points(kit).points, 45);
  EXPECT_DOUBLE_EQ(points(kit, 30).points, 30);
  EXPECT_THAT(
      points(kit).words,
      Contains("the package sets no maximum score, so its 45 count as they are, up to 100"));
}

TEST(PackagePoints, AreNotKnownWhereTheJudgeFailed) {
  BookKit kit = scored();
  kit.book.works[0].judgement.verdict = Verdict::je;
  kit.book.works[0].judgement.score.reset();
  EXPECT_EQ(points(kit).status, GradeStatus::judge_error);
  EXPECT_EQ(points(kit).points, 0);
  BookKit stopped = scored();
  stopped.book.works[0].judgement.unfinished = true;
  EXPECT_EQ(points(stopped).status, GradeStatus::judge_error);
}

TEST(PackagePoints, AreNoShareWhereFewerAreBetter) {
  BookKit kit = scored();
  kit.book.problems[0].minimizes = true;
  kit.book.works[0].judgement.tests[1].score = 5;
  kit.book.works[0].judgement.tests[1].max_score = 50;
  EXPECT_NEAR(points(kit).points, 200.0 / 3, 1e-9);
}

}  // namespace
}  // namespace arbiter::grade
