#include <gtest/gtest.h>

#include "grade/points/points.hpp"

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
  EXPECT_EQ(
      found[0].message,
      "2 test cases of 'sum' are in none of its groups and give no points: secret/larger/1, …");
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

constexpr std::int64_t k_due = 1'000'000;
constexpr std::int64_t k_hour = 3600;
constexpr std::int64_t k_day = 86400;

model::LatePolicy due() {
  model::LatePolicy policy;
  policy.due = k_due;
  return policy;
}

Lateness after(std::int64_t seconds, const model::LatePolicy& policy) {
  model::Attempt attempt;
  attempt.submitted = k_due + seconds;
  return lateness_of(attempt, {policy.due, false}, policy);
}

TEST(Lateness, CountsMinutesThatHaveBegun) {
  EXPECT_EQ(after(-1, due()).minutes, 0);
  EXPECT_EQ(after(0, due()).minutes, 0);
  EXPECT_EQ(after(1, due()).minutes, 1);
  EXPECT_EQ(after(60, due()).minutes, 1);
  EXPECT_EQ(after(61, due()).minutes, 2);
  EXPECT_EQ(after(61, due()).percent, 0);
  EXPECT_EQ(after(61, due()).words, "late by 2 min, which costs nothing");
  EXPECT_EQ(after(0, due()).words, "");
}

TEST(Lateness, IsForgivenWhollyUpToTheGraceAndNotAtAllBeyond) {
  model::LatePolicy policy = due();
  policy.grace = std::chrono::minutes(10);
  policy.percent_per_hour = 1;
  EXPECT_EQ(after(600, policy).minutes, 0);
  EXPECT_EQ(after(600, policy).percent, 0);
  EXPECT_EQ(after(601, policy).minutes, 11) << "since the due time";
  EXPECT_EQ(after(601, policy).percent, 1);
}

TEST(Lateness, TakesTheStepThatIsNotExceeded) {
  model::LatePolicy policy = due();
  policy.steps = {{std::chrono::hours(24), 20}, {std::chrono::hours(48), 50}};
  EXPECT_EQ(after(1, policy).percent, 20);
  EXPECT_EQ(after(k_day, policy).percent, 20);
  EXPECT_EQ(after(k_day + 1, policy).percent, 50);
  EXPECT_EQ(after(2 * k_day, policy).percent, 50);
  EXPECT_EQ(after(2 * k_day + 1, policy).percent, 100);
  EXPECT_EQ(after(3 * k_hour, policy).words, "late by 3 h: 20% is taken");
}

TEST(Lateness, TakesAShareForEachDayOrHourBegun) {
  model::LatePolicy days = due();
  days.percent_per_day = 10;
  EXPECT_EQ(after(1, days).percent, 10);
  EXPECT_EQ(after(k_day, days).percent, 10);
  EXPECT_EQ(after(k_day + 1, days).percent, 20);
  EXPECT_EQ(after(100 * k_day, days).percent, 100);
  days.most_percent = 35;
  EXPECT_EQ(after(100 * k_day, days).percent, 35);
  model::LatePolicy hours = due();
  hours.percent_per_hour = 0.5;
  EXPECT_EQ(after(k_hour, hours).percent, 0.5);
  EXPECT_EQ(after(3 * k_hour + 1, hours).percent, 2);
}

TEST(Lateness, LeavesNothingOnceItIsClosed) {
  model::LatePolicy policy = due();
  policy.percent_per_day = 1;
  policy.most_percent = 5;
  policy.closes = std::chrono::hours(48);
  EXPECT_FALSE(after(2 * k_day, policy).is_closed);
  EXPECT_EQ(after(2 * k_day, policy).percent, 2);
  EXPECT_TRUE(after(2 * k_day + 1, policy).is_closed);
  EXPECT_EQ(after(2 * k_day + 1, policy).percent, 100);
}

TEST(Lateness, NeverFallsAsTimeGoesOn) {
  model::LatePolicy policy = due();
  policy.grace = std::chrono::minutes(90);
  policy.percent_per_hour = 3;
  policy.most_percent = 80;
  policy.closes = std::chrono::hours(30);
  double before = 0;
  for (std::int64_t late = -k_hour; late < 32 * k_hour; late += 97) {
    const Lateness now = after(late, policy);
    ASSERT_GE(now.percent, before);
    before = now.percent;
  }
  EXPECT_EQ(before, 100);
}

TEST(Lateness, TakesNothingWithoutATime) {
  model::Attempt attempt;
  EXPECT_EQ(lateness_of(attempt, {}, {}).words, "");
  const Lateness unknown = lateness_of(attempt, {k_due, false}, due());
  EXPECT_EQ(unknown.percent, 0);
  EXPECT_EQ(unknown.warning, "");
  EXPECT_NE(unknown.words, "");
  attempt.is_marked_late = true;
  const Lateness marked = lateness_of(attempt, {k_due, false}, due());
  EXPECT_EQ(marked.percent, 0);
  EXPECT_EQ(marked.warning, "marked late without a time, so no penalty was applied");
  EXPECT_EQ(lateness_of(attempt, {}, {}).warning, marked.warning);
  attempt.submitted = k_due;
  EXPECT_EQ(lateness_of(attempt, {k_due, false}, due()).warning, "") << "the time decides";
}

model::Extension extension(const std::string& student, const std::string& problem,
                           std::optional<std::int64_t> until,
                           std::optional<std::int64_t> minutes = std::nullopt) {
  model::Extension made;
  made.student = student;
  made.problem = problem;
  made.until = until;
  made.extra_minutes = minutes;
  return made;
}

TEST(Deadline, IsThatOfTheMostFavourableExtension) {
  const std::vector<model::Extension> rows = {
      extension("ada", "", k_due + 100), extension("ada", "sum", std::nullopt, 10),
      extension("ada", "sum", k_due - 500), extension("bob", "", k_due + 9000)};
  EXPECT_EQ(deadline_of("ada", "sum", due(), rows).due, k_due + 600);
  EXPECT_TRUE(deadline_of("ada", "sum", due(), rows).is_extended);
  EXPECT_EQ(deadline_of("ada", "other", due(), rows).due, k_due + 100);
  EXPECT_EQ(deadline_of("eve", "sum", due(), rows).due, k_due);
  EXPECT_FALSE(deadline_of("eve", "sum", due(), rows).is_extended);
  EXPECT_FALSE(deadline_of("ada", "sum", {}, rows).due.has_value());
}

TEST(Deadline, IsNeverEarlierThanThatOfAll) {
  const std::vector<model::Extension> rows = {
      extension("ada", "", k_due - 1), extension("ada", "", std::nullopt, -5),
      extension("bob", "", std::nullopt, std::numeric_limits<std::int64_t>::max())};
  EXPECT_EQ(deadline_of("ada", "sum", due(), rows).due, k_due);
  EXPECT_GT(*deadline_of("bob", "sum", due(), rows).due, k_due + 1000 * k_day);
}

}  // namespace

}  // namespace arbiter::grade
