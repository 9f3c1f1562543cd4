#include "grade/points/points.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>

#include "grade/grade_test_kit.hpp"

namespace arbiter::grade {
namespace {

using model::GradeStatus;
using model::GroupJudgement;
using model::PointRule;
using model::Verdict;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr Verdict k_ac = Verdict::ac;
constexpr Verdict k_wa = Verdict::wa;
constexpr Verdict k_je = Verdict::je;

const std::vector<std::string> k_tests = {"sample/1",       "secret/large/1", "secret/large/2",
                                          "secret/large/3", "secret/small/1", "secret/small/2"};

/// One work at a problem of k_tests.
class PointsKit {
 public:
  explicit PointsKit(const std::vector<Verdict>& verdicts) {
    kit.problem("sum", k_tests);
    kit.work(0, verdicts);
  }
  model::TestJudgement& test(std::size_t i) { return work().judgement.tests[i]; }
  model::Work& work() { return kit.book.works[0]; }
  model::GradedProblem& problem() { return kit.book.problems[0]; }
  [[nodiscard]] WorkPoints points() const {
    return points_of(kit.book.works[0], kit.book.problems[0], policy, 2);
  }
  void groups(PointRule rule, PointRule large_rule = PointRule::all) {
    policy.rule = rule;
    policy.points = 30;
    policy.groups = {{"secret/small", 10, PointRule::all}, {"secret/large", 20, large_rule}};
  }
  BookKit kit;
  model::ProblemPolicy policy;
};

TEST(Points, CountAllTestsAlikeButSamples) {
  PointsKit kit({k_wa, k_ac, k_ac, Verdict::tle, k_ac, k_wa});
  WorkPoints points = kit.points();
  EXPECT_EQ(points.status, GradeStatus::graded);
  EXPECT_DOUBLE_EQ(points.points, 60);
  EXPECT_THAT(
      points.words,
      ElementsAre("all test cases 60/100: 3 of 5 test cases; first fails secret/large/3, TLE"));
  ASSERT_EQ(points.groups.size(), 1U);
  EXPECT_EQ(points.groups[0].passed, 3U);
  EXPECT_EQ(points.groups[0].tests, 5U);
  kit.policy.rule = PointRule::all;
  EXPECT_EQ(kit.points().points, 0);
  kit.policy.rule = PointRule::min;
  EXPECT_EQ(kit.points().points, 0);
}

TEST(Points, AreAllThereWhenOnlyASampleFails) {
  for (const PointRule rule : {PointRule::sum, PointRule::min, PointRule::all}) {
    PointsKit kit({k_wa, k_ac, k_ac, k_ac, k_ac, k_ac});
    kit.policy.rule = rule;
    EXPECT_EQ(kit.points().points, 100);
    EXPECT_THAT(kit.points().words, Contains("all test cases 100/100"));
  }
}

TEST(Points, CountSamplesWhereAGroupNamesThemOrThereIsNothingElse) {
  PointsKit kit({k_wa, k_ac, k_ac, k_ac, k_ac, k_ac});
  kit.policy.groups = {{"sample", 10, PointRule::all}, {"secret", 90, PointRule::all}};
  EXPECT_EQ(kit.points().points, 90);
  BookKit only;
  only.problem("hello", {"sample/1", "sample/2"});
  only.work(0, {k_ac, k_wa});
  EXPECT_EQ(points_of(only.book.works[0], only.book.problems[0], {}, 2).points, 50);
}

TEST(Points, FollowTheRuleOverGroups) {
  PointsKit kit({k_ac, k_ac, k_ac, Verdict::tle, k_ac, k_ac});
  kit.groups(PointRule::sum);
  EXPECT_EQ(kit.points().points, 10);
  EXPECT_THAT(kit.points().words,
              ElementsAre("group small 10/10",
                          "group large 0/20: 2 of 3 test cases; first fails secret/large/3, TLE",
                          "together 10/30"));
  kit.groups(PointRule::sum, PointRule::sum);
  EXPECT_DOUBLE_EQ(kit.points().points, 10 + 40.0 / 3);
  EXPECT_THAT(kit.points().words, Contains("together 23.33/30"));
  kit.groups(PointRule::min, PointRule::sum);
  EXPECT_DOUBLE_EQ(kit.points().points, 20);
  EXPECT_THAT(kit.points().words, Contains("the worst group counts: 20/30"));
  kit.groups(PointRule::all, PointRule::sum);
  EXPECT_EQ(kit.points().points, 0);
  EXPECT_THAT(kit.points().words, Contains("everything or nothing: 0/30"));
}

TEST(Points, AreAllThereUnderEveryRuleWhenAllPasses) {
  for (const PointRule over : {PointRule::sum, PointRule::min, PointRule::all}) {
    for (const PointRule large : {PointRule::sum, PointRule::min, PointRule::all}) {
      PointsKit kit({k_ac, k_ac, k_ac, k_ac, k_ac, k_ac});
      kit.groups(over, large);
      EXPECT_EQ(kit.points().points, 30);
    }
  }
}

TEST(Points, TakeTheFractionsThatTheCheckerGives) {
  PointsKit kit({k_ac, k_ac, k_ac, k_ac, k_ac, k_ac});
  kit.test(1).score = 2;
  kit.test(1).max_score = 8;
  kit.groups(PointRule::sum, PointRule::sum);
  EXPECT_DOUBLE_EQ(kit.points().points, 10 + 20 * 2.25 / 3);
  EXPECT_THAT(
      kit.points().words,
      Contains(HasSubstr("2 of 3 test cases; first without all its points: secret/large/1")));
  kit.groups(PointRule::sum, PointRule::min);
  EXPECT_DOUBLE_EQ(kit.points().points, 10 + 20 * 0.25);
  kit.groups(PointRule::sum, PointRule::all);
  EXPECT_EQ(kit.points().points, 10);
  kit.test(1).score = 80;  // more than there is
  EXPECT_EQ(kit.points().points, 30);
}

TEST(Points, AreNoneWithoutAProgramThatCompiles) {
  PointsKit kit({});
  kit.work().judgement.verdict = Verdict::ce;
  kit.work().judgement.compile.ok = false;
  EXPECT_EQ(kit.points().status, GradeStatus::compile_error);
  EXPECT_EQ(kit.points().points, 0);
  EXPECT_THAT(kit.points().words, ElementsAre("does not compile"));
  kit.groups(PointRule::sum);
  ASSERT_EQ(kit.points().groups.size(), 2U);
  EXPECT_EQ(kit.points().groups[1].words, "large 0/20: does not compile");
  EXPECT_EQ(kit.points().groups[1].tests, 3U);
  kit.work().fault = "a picture";
  EXPECT_EQ(kit.points().status, GradeStatus::compile_error);
  EXPECT_THAT(kit.points().words, ElementsAre("no program: a picture"));
}

TEST(Points, DoNotBlameASubmissionForTheJudge) {
  PointsKit kit({k_ac, k_ac, k_je, k_ac, k_ac, k_ac});
  EXPECT_EQ(kit.points().status, GradeStatus::judge_error);
  EXPECT_DOUBLE_EQ(kit.points().points, 80);
  EXPECT_THAT(
      kit.points().words,
      Contains("all test cases at least 80/100: 4 of 5 test cases; not judged: secret/large/2"));
  kit.groups(PointRule::sum);
  EXPECT_EQ(kit.points().status, GradeStatus::judge_error);
  EXPECT_EQ(kit.points().points, 10);
  PointsKit broken({});
  broken.work().judgement.compile.fault = "the box broke at /secret/place";
  EXPECT_EQ(broken.points().status, GradeStatus::judge_error) << "JE before anything was compiled";
  for (const std::string& words : broken.points().words)
    EXPECT_EQ(words.find("secret/place"), std::string::npos);
}

TEST(Points, AreKnownWhenWhatWasNotJudgedChangesNothing) {
  PointsKit sample({k_je, k_ac, k_ac, k_ac, k_ac, k_ac});
  EXPECT_EQ(sample.points().status, GradeStatus::graded);
  EXPECT_EQ(sample.points().points, 100);
  PointsKit lost({k_ac, k_wa, k_je, k_ac, k_ac, k_ac});
  lost.groups(PointRule::sum);
  EXPECT_EQ(lost.points().status, GradeStatus::graded);
  EXPECT_EQ(lost.points().points, 10);
  lost.groups(PointRule::sum, PointRule::sum);
  EXPECT_EQ(lost.points().status, GradeStatus::judge_error);
}

TEST(Points, AreNotKnownWhereATestDidNotRun) {
  PointsKit kit({k_ac, k_ac, k_ac, k_ac});
  EXPECT_EQ(kit.points().status, GradeStatus::judge_error);
  EXPECT_DOUBLE_EQ(kit.points().points, 60);
  EXPECT_THAT(kit.points().words, Contains(HasSubstr("not judged: secret/small/1 and 1 more")));
}

TEST(Points, DoNotDependOnTheOrderOfTests) {
  std::mt19937 random(3);
  const std::vector<Verdict> verdicts = {k_ac, k_wa, k_ac, k_je, Verdict::tle, k_ac};
  for (int i = 0; i < 50; ++i) {
    PointsKit kit(verdicts);
    kit.groups(PointRule::sum, PointRule::sum);
    const WorkPoints before = kit.points();
    auto& tests = kit.work().judgement.tests;
    std::ranges::shuffle(tests, random);
    const WorkPoints after = kit.points();
    ASSERT_EQ(after.points, before.points);
    ASSERT_EQ(after.words, before.words);
  }
}

TEST(Points, NeverFallWhenOneMoreTestPasses) {
  std::mt19937 random(4);
  for (int i = 0; i < 300; ++i) {
    std::vector<Verdict> verdicts(6);
    for (Verdict& one : verdicts)
      one = random() % 3 == 0 ? k_wa : k_ac;
    const auto over = static_cast<PointRule>(random() % 3);
    const auto large = static_cast<PointRule>(random() % 3);
    PointsKit worse(verdicts);
    worse.groups(over, large);
    verdicts[random() % 6] = k_ac;
    PointsKit better(verdicts);
    better.groups(over, large);
    ASSERT_GE(better.points().points, worse.points().points);
    ASSERT_LE(better.points().points, 30);
  }
}

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
              ElementsAre("group large 70/80: 1 of 2 test cases; first fails secret/large/2, WA",
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
