#include "judge/run/plan.hpp"

#include <gtest/gtest.h>

#include <string>

namespace arbiter::judge {
namespace {

class PlanTest : public ::testing::Test {
 protected:
  PlanTest() {
    languages_.rows.resize(2);
    languages_.rows[0].id = "cpp20";
    languages_.rows[1].id = "python3";
    languages_.rows[1].time_factor = 3;
    problem_.id = "sum";
    problem_.limits.time = std::chrono::seconds(2);
    for (const char* name : {"sample/1", "secret/a/1", "secret/b"}) {
      model::TestCase test;
      test.name = name;
      problem_.tests.push_back(test);
    }
    submissions_.resize(2);
    submissions_[0].given = "a.cpp";
    submissions_[0].language = &languages_.rows[0];
    submissions_[1].given = "a.py";
    submissions_[1].language = &languages_.rows[1];
  }

  Result<Plan> plan(const PlanOptions& options) {
    return make_plan(problem_, submissions_, languages_, options);
  }

  model::Languages languages_;
  model::Problem problem_;
  std::vector<Submission> submissions_;
};

TEST_F(PlanTest, RunsEverythingWithTheLimitsOfThePackage) {
  const auto made = plan({});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->tests, (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_TRUE(made->all_tests);
  EXPECT_EQ(made->limits.wall, std::chrono::seconds(5));
  EXPECT_EQ(made->submissions[0].limits.time, std::chrono::seconds(2));
  EXPECT_EQ(made->submissions[1].limits.time, std::chrono::seconds(6));
  EXPECT_EQ(made->submissions[1].limits.wall, std::chrono::seconds(13));
  EXPECT_EQ(made->checker.standard->name, "default");
}

TEST_F(PlanTest, TakesTenSecondsWhereThePackageSaysNothing) {
  problem_.limits.time.reset();
  EXPECT_EQ(plan({})->limits.time, std::chrono::seconds(10));
}

TEST_F(PlanTest, FollowsTheUsersLimits) {
  PlanOptions options;
  options.time_limit = std::chrono::milliseconds(500);
  options.memory_limit = mib(64);
  options.time_factors["python3"] = 4;
  const auto made = plan(options);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->limits.wall, std::chrono::seconds(2));
  EXPECT_EQ(made->limits.memory, mib(64));
  EXPECT_EQ(made->submissions[1].limits.time, std::chrono::seconds(2));
}

TEST_F(PlanTest, SelectsTestsByWholeName) {
  PlanOptions options;
  options.tests = {"secret/*"};
  EXPECT_EQ(plan(options)->tests, (std::vector<std::size_t>{1, 2}));
  EXPECT_FALSE(plan(options)->all_tests);
  options.tests = {"secret/c"};
  const auto nothing = plan(options);
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().kind, ErrorKind::nothing_matched);
  EXPECT_NE(nothing.error().help.find("secret/b"), std::string::npos);
}

TEST_F(PlanTest, APieceHasItsShareOfWhatIsSelected) {
  PlanOptions options;
  options.pieces = 2;
  EXPECT_EQ(plan(options)->tests, (std::vector<std::size_t>{0, 2}));
  options.piece = 1;
  EXPECT_EQ(plan(options)->tests, (std::vector<std::size_t>{1}));
  EXPECT_FALSE(plan(options)->all_tests);
  options.tests = {"secret/*"};
  EXPECT_EQ(plan(options)->tests, (std::vector<std::size_t>{2}));
}

TEST_F(PlanTest, RefusesWhatItDoesNotKnow) {
  PlanOptions options;
  options.time_factors["pyton3"] = 2;
  EXPECT_NE(plan(options).error().help.find("python3"), std::string::npos);
  problem_.standard_checker = "token";
  EXPECT_NE(plan({}).error().help.find("'tokens'"), std::string::npos);
  problem_.standard_checker = "default";
  problem_.output_validator_args = {"case_sensitiv"};
  EXPECT_EQ(plan({}).error().kind, ErrorKind::invalid_package);
}

TEST_F(PlanTest, PrefersTheNamedCheckerToTheProgram) {
  problem_.output_validator.emplace();
  EXPECT_EQ(plan({})->checker.kind, PlannedChecker::Kind::program);
  problem_.standard_checker = "tokens";
  EXPECT_EQ(plan({})->checker.kind, PlannedChecker::Kind::standard);
}

TEST_F(PlanTest, WantsAValidatorForSeveralPasses) {
  problem_.is_multi_pass = true;
  const auto refused = plan({});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::invalid_package);
  EXPECT_NE(refused.error().message.find("output validator of its own"), std::string::npos);
  problem_.output_validator.emplace();
  problem_.limits.validation_passes = 7;
  const auto made = plan({});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->checker.kind, PlannedChecker::Kind::program);
  EXPECT_NE(describe(*made).find("multi-pass: at most 7 runs a test"), std::string::npos);
  problem_.standard_checker = "tokens";
  EXPECT_NE(plan({}).error().message.find("standard checker"), std::string::npos);
  problem_.standard_checker.reset();
  problem_.is_interactive = true;
  EXPECT_EQ(plan({})->checker.kind, PlannedChecker::Kind::referee);
}

TEST_F(PlanTest, GivesATestItsOwnArguments) {
  problem_.tests[1].output_validator_args = {"case_sensitive"};
  const auto made = plan({});
  ASSERT_TRUE(made);
  EXPECT_FALSE(made->checker.options[0].case_sensitive);
  EXPECT_TRUE(made->checker.options[1].case_sensitive);
}

TEST_F(PlanTest, CanBePrintedWithoutRunningAnything) {
  PlanOptions options;
  options.repeat = 3;
  const auto made = plan(options);
  ASSERT_TRUE(made);
  const std::string text = describe(*made);
  EXPECT_NE(text.find("the standard checker 'default'"), std::string::npos) << text;
  EXPECT_NE(text.find("3 test cases, 3 times each"), std::string::npos) << text;
  EXPECT_NE(text.find("  secret/a/1\n"), std::string::npos) << text;
}

struct Case {
  std::string_view pattern;
  std::string_view name;
  bool matches;
};

TEST(Glob, MatchesWholeNames) {
  constexpr Case k_rows[] = {
      {"secret/01", "secret/01", true},
      {"secret/01", "secret/011", false},
      {"01", "secret/01", false},
      {"*01", "secret/01", true},
      {"*", "", true},
      {"*", "secret/deep/er", true},
      {"secret/*", "secret/deep/er", true},
      {"s*/*er", "secret/deep/er", true},
      {"s*x*er", "secret/deep/er", false},
      {"secret/0?", "secret/07", true},
      {"secret/0?", "secret/0", false},
      {"secret/[0-3]*", "secret/25", true},
      {"secret/[0-3]*", "secret/45", false},
      {"secret/[!0-3]*", "secret/45", true},
      {"[]x]", "]", true},
      {"[abc", "[abc", true},
      {"[abc", "a", false},
      {"", "", true},
      {"", "a", false},
      {"**a**", "bab", true},
  };
  for (const Case& row : k_rows) {
    EXPECT_EQ(matches_glob(row.pattern, row.name), row.matches) << row.pattern << " " << row.name;
  }
}

TEST(Glob, IsNotSlowOnManyStars) {
  const std::string name(5000, 'a');
  std::string pattern;
  for (int i = 0; i < 200; ++i)
    pattern += "*a";
  EXPECT_FALSE(matches_glob(pattern + "b", name));
  EXPECT_TRUE(matches_glob(pattern, name));
}

}  // namespace

}  // namespace arbiter::judge
