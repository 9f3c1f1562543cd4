#include "judge/verdict/scoring.hpp"

#include <gtest/gtest.h>

#include "judge/run/validator_run.hpp"
#include "judge/verdict/scoring_kit.hpp"

namespace arbiter::judge {
namespace {

using model::GroupRules;
using V = model::Verdict;

struct GradeRow {
  std::vector<std::string> flags;
  std::vector<Grade> children;
  V verdict;
  double score;
};

TEST(DefaultGrader, FollowsItsFlags) {
  const std::vector<Grade> mixed = {{V::ac, 5}, {V::wa, 1}, {V::tle, 0}};
  const std::vector<GradeRow> rows = {
      {{}, mixed, V::tle, 6},
      {{"worst_error"}, {{V::ole, 0}, {V::rte, 0}, {V::mle, 0}}, V::rte, 0},
      {{"no_errors"}, {{V::wa, 0}, {V::ole, 0}}, V::ole, 0},
      {{"first_error"}, mixed, V::wa, 6},
      {{"always_accept", "max"}, mixed, V::ac, 5},
      {{"avg"}, mixed, V::tle, 2},
      {{"min"}, mixed, V::tle, 0},
      {{"min", "max"}, mixed, V::tle, 5},
      {{"always_accept", "first_error"}, mixed, V::wa, 6},
      {{"accept_if_any_accepted"}, mixed, V::ac, 6},
      {{"accept_if_any_accepted"}, {{V::wa, 0}}, V::wa, 0},
      {{"ignore_sample"}, {{V::wa, 9}, {V::ac, 3}}, V::ac, 3},
      {{"ignore_sample"}, {{V::wa, 9}}, V::wa, 9},
      {{"unheard_of"}, {{V::ac, 2}}, V::ac, 2},
  };
  for (const GradeRow& row : rows) {
    const auto grade = default_grade(row.flags, row.children);
    ASSERT_TRUE(grade);
    const std::string flags = row.flags.empty() ? "no flags" : row.flags.back();
    EXPECT_EQ(grade->verdict, row.verdict) << flags;
    EXPECT_DOUBLE_EQ(grade->score, row.score) << flags;
  }
  EXPECT_FALSE(default_grade({"ignore_sample"}, mixed));
}

TEST(Kattis, StopsAGroupAtItsFirstFailure) {
  ScoringKit kit(GroupRules::kattis);
  kit.group("").grading.breaks_on_reject = false;
  kit.group("secret").grading.breaks_on_reject = false;
  auto& small = kit.group("secret/small").grading;
  small.breaks_on_reject = true;
  small.accept_score = 20;
  small.range = {0, 20};
  small.grader_flags = {"min"};
  kit.tests({{"secret/small/1", V::ac}, {"secret/small/2", V::wa}, {"secret/small/3", V::tle}});
  const auto& judged = kit.judged();
  EXPECT_EQ(judged.verdict, V::wa);
  EXPECT_EQ(judged.score, 0);
  EXPECT_EQ(kit.of("secret/small").note, "fails secret/small/2, WA");
  EXPECT_EQ(kit.of("secret/small").max_score, 20);
  EXPECT_TRUE(judged.tests[1].counted);
  EXPECT_FALSE(judged.tests[2].counted);
  EXPECT_EQ(judged.deciding_test, 1U);
}

TEST(Kattis, PassesOverGroupsBehindAFailure) {
  ScoringKit kit(GroupRules::kattis);
  kit.group("secret/a");
  kit.group("secret/b");
  kit.tests({{"secret/a/1", V::rte}, {"secret/b/1", V::tle}});
  EXPECT_EQ(kit.judged().verdict, V::rte);
  EXPECT_FALSE(kit.of("secret/b").counted);
  EXPECT_EQ(kit.of("secret/b").note, "not counted: secret stops at its first failure");
}

TEST(Kattis, JudgesAsTheOlympiadsWriteIt) {
  ScoringKit kit(GroupRules::kattis);
  auto& root = kit.group("").grading;
  root.breaks_on_reject = false;
  root.grader_flags = {"ignore_sample"};
  root.range = {0, 100};
  kit.group("sample").grading.grader_flags = {};
  kit.group("secret").grading.grader_flags = {"first_error", "accept_if_any_accepted"};
  for (const char* name : {"secret/one", "secret/two"}) {
    auto& grading = kit.group(name).grading;
    grading.breaks_on_reject = true;
    grading.accept_score = 50;
    grading.grader_flags = {"min"};
  }
  kit.tests({{"sample/1", V::wa},
             {"secret/one/1", V::ac},
             {"secret/one/2", V::ac},
             {"secret/two/1", V::tle}});
  const auto& judged = kit.judged();
  EXPECT_EQ(judged.verdict, V::ac);
  EXPECT_EQ(judged.score, 50);
  EXPECT_EQ(judged.max_score, 100);
  EXPECT_FALSE(has_full_score(kit.problem, judged));
  EXPECT_FALSE(judged.deciding_test);
}

TEST(Kattis, TakesScoreFilesOfAcceptedTestsAlone) {
  ScoringKit kit(GroupRules::kattis);
  kit.problem.has_custom_score = true;
  kit.group("").grading.breaks_on_reject = false;
  kit.group("secret").grading.breaks_on_reject = false;
  kit.group("secret").grading.reject_score = -1;
  kit.tests({{"secret/1", V::ac, 2.5}, {"secret/2", V::wa, 7}});
  EXPECT_EQ(kit.judged().score, 1.5);
}

struct FileRow {
  bool custom;
  V verdict;
  std::optional<double> score;
  std::optional<double> multiplier;
  V expected;
};

TEST(Kattis, BlamesTheJudgeForScoreFilesAgainstTheRules) {
  const std::vector<FileRow> rows = {{false, V::ac, 1, {}, V::je}, {true, V::ac, {}, {}, V::je},
                                     {true, V::ac, 1, {}, V::ac},  {true, V::wa, {}, {}, V::wa},
                                     {true, V::ac, 1, 0.5, V::je}, {false, V::tle, {}, {}, V::tle}};
  for (const FileRow& row : rows) {
    ScoringKit kit(GroupRules::kattis);
    kit.problem.has_custom_score = row.custom;
    kit.group("secret");
    kit.test("secret/1", row.verdict, row.score).score_multiplier = row.multiplier;
    const auto& judged = kit.judged();
    EXPECT_EQ(judged.verdict, row.expected) << &row - rows.data();
    EXPECT_EQ(judged.tests[0].verdict, row.expected) << &row - rows.data();
    EXPECT_EQ(judged.tests[0].message.empty(), row.expected != V::je);
  }
}

TEST(Kattis, SaysWhereAScoreLeavesItsRange) {
  ScoringKit kit(GroupRules::kattis);
  kit.group("secret").grading.range = {0, 10};
  kit.group("secret").grading.accept_score = 11;
  kit.test("secret/1", V::ac);
  kit.judged();
  EXPECT_EQ(kit.of("secret").note, "the package allows only 0 to 10 points here");
}

TEST(Kattis, MayMinimize) {
  ScoringKit kit(GroupRules::kattis);
  kit.problem.minimizes = true;
  kit.problem.has_custom_score = true;
  kit.group("").grading.range = {3, 100};
  kit.test("secret/1", V::ac, 3);
  kit.group("secret");
  EXPECT_TRUE(has_full_score(kit.problem, kit.judged()));
  kit.submission.tests[0].score_file = 4;
  EXPECT_FALSE(has_full_score(kit.problem, kit.judged()));
}

TEST(Kattis, AsksTheGraderOfThePackage) {
  ScoringKit kit(GroupRules::kattis);
  kit.group("secret").grading.has_custom_grader = true;
  kit.group("secret").grading.grader_flags = {"-x"};
  kit.tests({{"secret/1", V::ac}, {"secret/2", V::wa}});
  std::vector<std::string> flags;
  std::string told;
  const auto grader = [&](const std::vector<std::string>& given,
                          const std::vector<Grade>& children) -> Result<Grade> {
    flags = given;
    told = grader_input(children);
    return Grade{V::ac, 12};
  };
  EXPECT_EQ(kit.judged(grader).score, 12);
  EXPECT_EQ(kit.submission.verdict, V::ac);
  EXPECT_EQ(flags, std::vector<std::string>{"-x"});
  EXPECT_EQ(told, "AC 1\nWA 0\n");
  const auto broken = [](const auto&, const auto&) -> Result<Grade> {
    return judge_error("ended with status 1");
  };
  EXPECT_EQ(kit.judged(broken).verdict, V::je);
  EXPECT_EQ(kit.of("secret").note, "the grader failed: ended with status 1");
  EXPECT_EQ(kit.submission.score, std::nullopt);
}

TEST(Kattis, GivesPassFailProblemsNoPoints) {
  ScoringKit kit(GroupRules::kattis);
  kit.problem.is_scoring = false;
  kit.group("").grading.breaks_on_reject = false;
  kit.group("secret").grading.breaks_on_reject = false;
  kit.tests({{"secret/1", V::wa}, {"secret/2", V::rte}});
  const auto& judged = kit.judged();
  EXPECT_EQ(judged.verdict, V::rte);
  EXPECT_EQ(judged.deciding_test, 1U);
  EXPECT_EQ(judged.score, std::nullopt);
}

TEST(Domjudge, InheritsNothing) {
  ScoringKit kit(GroupRules::domjudge);
  kit.group("secret").own_accept_score = 7;
  kit.group("secret/a").own_accept_score = 15;
  kit.group("secret/b").own_accept_score = 30;
  kit.group("secret/c");
  kit.test("sample/1", V::ac);
  kit.group("sample");
  kit.tests({{"secret/a/1", V::ac},
             {"secret/b/1", V::ac},
             {"secret/b/2", V::tle},
             {"secret/c/1", V::wa}});
  const auto& judged = kit.judged();
  EXPECT_EQ(judged.verdict, V::tle);
  EXPECT_EQ(judged.score, 15);
  EXPECT_EQ(judged.max_score, 45);
  EXPECT_EQ(kit.of("secret/b").note, "fails secret/b/2, TLE");
  EXPECT_EQ(kit.of("secret/c").score, std::nullopt);
  EXPECT_EQ(kit.of("sample").score, std::nullopt);
}

TEST(Domjudge, CombinesGroupsByTheirFlags) {
  for (const auto& [flag, score] :
       {std::pair("avg", 20.0), {"min", 0.0}, {"max", 45.0}, {"sum", 60.0}}) {
    ScoringKit kit(GroupRules::domjudge);
    kit.group("secret").own_grader_flags = {flag};
    kit.group("secret/a").own_accept_score = 15;
    kit.group("secret/b").own_accept_score = 30;
    kit.group("secret/c").own_accept_score = 45;
    kit.tests({{"secret/a/1", V::ac}, {"secret/b/1", V::wa}, {"secret/c/1", V::ac}});
    EXPECT_EQ(kit.judged().score, score) << flag;
  }
}

TEST(Domjudge, TakesScoreFilesAlsoOfRejectedTests) {
  ScoringKit kit(GroupRules::domjudge);
  kit.group("secret").own_accept_score = 50;
  kit.tests({{"secret/1", V::ac, 40}, {"secret/2", V::wa, 5}, {"secret/3", V::tle}});
  EXPECT_EQ(kit.judged().score, 45);
}

TEST(Domjudge, MayIgnoreTheSample) {
  ScoringKit kit(GroupRules::domjudge);
  kit.group("").own_grader_flags = {"ignore_sample"};
  kit.group("sample").own_accept_score = 1;
  kit.group("sample").has_own_file = true;
  kit.group("secret").own_accept_score = 2;
  kit.tests({{"sample/1", V::ac}, {"secret/1", V::ac}});
  EXPECT_EQ(kit.judged().score, 2);
  kit.group("").own_grader_flags = {};
  EXPECT_EQ(kit.judged().score, 3);
}

TEST(Domjudge, GivesASampleWithoutAFileNoPoints) {
  ScoringKit kit(GroupRules::domjudge);
  kit.group("sample");
  kit.group("secret").has_own_file = true;
  kit.tests({{"sample/1", V::ac, 90}, {"secret/1", V::ac, 40}});
  EXPECT_EQ(kit.judged().score, 40);
}

TEST(ScoreFiles, HoldOneNumber) {
  for (const auto& [text, value] :
       {std::pair("5\n", 5.0), {" 1.5 ", 1.5}, {"-.5", -0.5}, {"+2e1", 20.0}, {"3.", 3.0}}) {
    const auto parsed = parse_score(text);
    ASSERT_TRUE(parsed) << text;
    EXPECT_DOUBLE_EQ(*parsed, value);
  }
  for (const char* text : {"", " \n", "1 2", "nan", "inf", "0x10", "--1", "1e999", "five", "+-1"})
    EXPECT_FALSE(parse_score(text)) << text;
}

TEST(GraderOutput, IsAVerdictAndAScore) {
  const auto good = parse_grade(" WA  12.5\n");
  ASSERT_TRUE(good);
  EXPECT_EQ(good->verdict, V::wa);
  EXPECT_DOUBLE_EQ(good->score, 12.5);
  for (const char* text : {"", "AC", "AC x", "XX 1", "CE 0", "AC 1 2", "AC 1\nAC 2\n"})
    EXPECT_FALSE(parse_grade(text)) << text;
}

}  // namespace
}  // namespace arbiter::judge
