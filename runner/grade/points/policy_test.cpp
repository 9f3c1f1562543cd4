#include "grade/points/points.hpp"

#include <gtest/gtest.h>

namespace arbiter::grade {
namespace {

using model::Visibility;

model::Problem problem(const std::string& id, const std::vector<std::string>& tests) {
  model::Problem made;
  made.id = id;
  for (const std::string& name : tests) {
    model::TestCase test;
    test.name = name;
    made.tests.push_back(std::move(test));
  }
  return made;
}

model::GradingPolicy with_groups(const std::string& id, std::vector<std::string> groups) {
  model::GradingPolicy policy;
  model::ProblemPolicy own;
  own.problem = id;
  own.line = 3;
  for (std::string& name : groups) {
    model::GroupPolicy group;
    group.group = std::move(name);
    group.line = 5;
    own.groups.push_back(std::move(group));
  }
  policy.problems.push_back(std::move(own));
  return policy;
}

TEST(Policy, IsAHundredPointsForWhatItDoesNotName) {
  const model::ProblemPolicy plain = policy_of("sum", {});
  EXPECT_EQ(plain.problem, "sum");
  EXPECT_EQ(plain.points, 100);
  EXPECT_EQ(plain.rule, model::PointRule::sum);
}

TEST(Policy, MustFitTheProblems) {
  const std::vector<model::Problem> problems = {
      problem("sum", {"sample/1", "secret/large/1", "secret/small/1", "secret/small/2"})};
  const auto fits = check_policy(with_groups("sum", {"secret/large", "secret/small"}), problems, {},
                                 "grading.yaml");
  EXPECT_TRUE(fits.empty()) << render(fits[0], false);
  const auto unknown = check_policy(with_groups("sun", {}), problems, {}, "grading.yaml");
  ASSERT_EQ(unknown.size(), 1U);
  EXPECT_EQ(unknown[0].code, "R001");
  EXPECT_EQ(unknown[0].severity, Severity::error);
  EXPECT_EQ(unknown[0].place->line, 3);
  EXPECT_EQ(unknown[0].helps, std::vector<std::string>{"did you mean 'sum'?"});
  const auto no_group =
      check_policy(with_groups("sum", {"secret/lage", "secret/small", "secret/large/1"}), problems,
                   {}, "grading.yaml");
  ASSERT_EQ(no_group.size(), 1U);
  EXPECT_EQ(no_group[0].code, "R002");
  EXPECT_EQ(no_group[0].place->line, 5);
  EXPECT_EQ(no_group[0].helps, std::vector<std::string>{"did you mean 'secret/large'?"});
}

TEST(Policy, WarnsOfTestsWithoutPointsAndLanguagesWithoutName) {
  const std::vector<model::Problem> problems = {
      problem("sum", {"sample/1", "secret/large/1", "secret/larger/1", "secret/small/2"})};
  model::GradingPolicy policy = with_groups("sum", {"secret/large"});
  policy.time_factors = {{"python3", 5}, {"pyhton3", 2}};
  const auto found = check_policy(policy, problems, {"python3", "c"}, "grading.yaml");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_FALSE(has_errors(found));
  EXPECT_EQ(found[0].message,
            "2 tests of 'sum' are in none of its groups and give no points: secret/larger/1, …");
  EXPECT_EQ(found[1].code, "R004");
  EXPECT_EQ(found[1].helps, std::vector<std::string>{"did you mean 'python3'?"});
}

TEST(Policy, MakesTheProblemOfAGradeBook) {
  model::Problem sum = problem("sum", {"sample/1", "secret/easy/1", "secret/hard/1"});
  sum.name = {{"de", "Summe"}, {"en", "Sum"}};
  sum.is_scoring = true;
  model::GradingPolicy policy;
  policy.feedback.open_tests = {"secret/easy/*"};
  const model::GradedProblem graded = graded_problem(sum, policy);
  EXPECT_EQ(graded.title, "Sum");
  EXPECT_EQ(graded.max_points, 100);
  EXPECT_TRUE(graded.is_scoring);
  EXPECT_EQ(graded.visibilities,
            (std::vector{Visibility::sample, Visibility::open, Visibility::hidden}));
  policy = with_groups("sum", {});
  policy.problems[0].title = "Adding up";
  policy.problems[0].points = 7;
  EXPECT_EQ(graded_problem(sum, policy).title, "Adding up");
  EXPECT_EQ(graded_problem(sum, policy).max_points, 7);
}

TEST(Visibility, SamplesAreAnybodysWhateverTheGlobsSay) {
  model::FeedbackPolicy policy;
  EXPECT_EQ(visibility_of("sample/1", policy), Visibility::sample);
  EXPECT_EQ(visibility_of("sample/deep/1", policy), Visibility::sample);
  policy.open_tests = {"*"};
  EXPECT_EQ(visibility_of("sample/1", policy), Visibility::sample);
}

TEST(Visibility, WhatOnlyBeginsLikeASampleIsHidden) {
  const model::FeedbackPolicy policy;
  EXPECT_EQ(visibility_of("samples/1", policy), Visibility::hidden);
  EXPECT_EQ(visibility_of("secret/sample/1", policy), Visibility::hidden);
  EXPECT_EQ(visibility_of("", policy), Visibility::hidden);
}

TEST(Visibility, AGlobOpensWholeNamesAndItsStarCrossesFolders) {
  model::FeedbackPolicy policy;
  policy.open_tests = {"secret/easy", "secret/public-*"};
  EXPECT_EQ(visibility_of("secret/easy", policy), Visibility::open);
  EXPECT_EQ(visibility_of("secret/easy/1", policy), Visibility::hidden);
  EXPECT_EQ(visibility_of("secret/public-a/b", policy), Visibility::open);
  EXPECT_EQ(visibility_of("secret/hard/public-1", policy), Visibility::hidden);
}

}  // namespace
}  // namespace arbiter::grade
