#include <gmock/gmock.h>

#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// grading.yaml as read.
LoadedPolicy load_policy(std::string_view yaml) {
  PackageFolder folder;
  folder.write("grading.yaml", yaml);
  LoadedPolicy loaded = load_grading_policy(folder.path() / "grading.yaml");
  loaded.diagnostics = folder.below(std::move(loaded.diagnostics));
  return loaded;
}

/// The same without a fault.
model::GradingPolicy policy_of(std::string_view yaml) {
  const LoadedPolicy loaded = load_policy(yaml);
  EXPECT_THAT(loaded.diagnostics, IsEmpty()) << rendered(loaded.diagnostics);
  return loaded.policy;
}

constexpr std::string_view k_whole = R"(assignment: Lab 3
problems:
  102030: 10
  sorting:
    title: Sorting fast
    rule: sum
    groups:
      secret/small: 10
      secret/large: {points: 20.5, rule: min}
    also: [sort, task2]
    late: {due: 2026-02-07 23:59 +01:00}
  hello:
late:
  due: 2026-01-31T23:59:00+01:00
  grace: 10m
  steps: {48h: 50%, 24h: 20 %}
  closes: 7d
attempts: best
feedback: {sample: full, public: verdict, hidden: first-difference, public_tests: [secret/easy*]}
time_factors: {python3: 5, java: 1.5}
decimals: 1
)";

TEST(GradingYaml, IsReadAsItStands) {
  const model::GradingPolicy policy = policy_of(k_whole);
  EXPECT_EQ(policy.assignment, "Lab 3");
  EXPECT_EQ(policy.attempts, model::AttemptRule::best);
  EXPECT_EQ(policy.decimals, 1);
  EXPECT_EQ(policy.time_factors, (std::map<std::string, double>{{"python3", 5}, {"java", 1.5}}));
  EXPECT_EQ(policy.feedback.open, model::Disclosure::verdict);
  EXPECT_EQ(policy.feedback.hidden, model::Disclosure::first_difference);
  EXPECT_THAT(policy.feedback.open_tests, ElementsAre("secret/easy*"));
  ASSERT_EQ(policy.problems.size(), 3U);
  EXPECT_EQ(policy.problems[0].problem, "102030");
  EXPECT_EQ(policy.problems[0].points, 10);
  EXPECT_EQ(policy.problems[0].line, 3);
  EXPECT_EQ(policy.problems[2].problem, "hello");
  EXPECT_EQ(policy.problems[2].points, 100);
}

TEST(GradingYaml, GivesAProblemItsGroupsAndNames) {
  const model::GradingPolicy policy = policy_of(k_whole);
  ASSERT_EQ(policy.problems.size(), 3U);
  const model::ProblemPolicy& sorting = policy.problems[1];
  EXPECT_EQ(sorting.title, "Sorting fast");
  EXPECT_EQ(sorting.points, 30.5);
  EXPECT_THAT(sorting.other_names, ElementsAre("sort", "task2"));
  ASSERT_EQ(sorting.groups.size(), 2U);
  EXPECT_EQ(sorting.groups[0].group, "secret/small");
  EXPECT_EQ(sorting.groups[0].rule, model::PointRule::all);
  EXPECT_EQ(sorting.groups[1].points, 20.5);
  EXPECT_EQ(sorting.groups[1].rule, model::PointRule::min);
  EXPECT_EQ(sorting.groups[1].line, 9);
}

TEST(GradingYaml, NamesTemplatesAsSeenFromItsFolder) {
  PackageFolder folder;
  folder.write("given/start.cpp", "int main() {}\n");
  folder.write("grading.yaml", "problems: {a: {template: [given/start.cpp, given]}}\n");
  const LoadedPolicy loaded = load_grading_policy(folder.path() / "grading.yaml");
  EXPECT_EQ(loaded.policy.problems.at(0).templates.at(0), folder.path() / "given/start.cpp");
  EXPECT_THAT(rendered(loaded.diagnostics),
              HasSubstr("'problems.a.template' names no file: 'given'"));
}

TEST(GradingYaml, LetsAProblemChangeOnlyWhatItSaysOfLateness) {
  const model::GradingPolicy policy = policy_of(k_whole);
  ASSERT_EQ(policy.problems.size(), 3U);
  const model::LatePolicy& all = policy.late;
  EXPECT_EQ(all.due, 1769900340);
  EXPECT_EQ(all.grace, std::chrono::minutes(10));
  EXPECT_EQ(all.closes, std::chrono::hours(168));
  ASSERT_EQ(all.steps.size(), 2U);
  EXPECT_EQ(all.steps[0].until, std::chrono::hours(24));
  EXPECT_EQ(all.steps[0].percent, 20);
  EXPECT_EQ(all.steps[1].percent, 50);
  ASSERT_TRUE(policy.problems[1].late.has_value());
  const model::LatePolicy& own = *policy.problems[1].late;
  EXPECT_EQ(own.due, 1769900340 + 7 * 86400);
  EXPECT_EQ(own.grace, all.grace);
  EXPECT_EQ(own.steps.size(), 2U);
  EXPECT_FALSE(policy.problems[0].late.has_value());
}

TEST(GradingYaml, ReplacesTheWholeRuleOfLateness) {
  const model::GradingPolicy policy = policy_of(
      "problems: {a: {late: {per_hour: 1%}}}\n"
      "late: {per_day: 10%, at_most: 50%}\n");
  ASSERT_TRUE(policy.problems.at(0).late.has_value());
  const model::LatePolicy& own = *policy.problems[0].late;
  EXPECT_EQ(own.percent_per_hour, 1);
  EXPECT_FALSE(own.percent_per_day.has_value());
  EXPECT_FALSE(own.most_percent.has_value());
  EXPECT_EQ(policy.late.percent_per_day, 10);
  EXPECT_EQ(policy.late.most_percent, 50);
}

TEST(GradingYaml, MayListProblemsAndMaySayNothing) {
  const model::GradingPolicy listed = policy_of("problems: [b, 007, a]\n");
  ASSERT_EQ(listed.problems.size(), 3U);
  EXPECT_EQ(listed.problems[1].problem, "007");
  const model::GradingPolicy empty = policy_of("# nothing yet\n");
  EXPECT_EQ(empty.decimals, 2);
  EXPECT_EQ(empty.attempts, model::AttemptRule::last);
}

TEST(GradingYaml, SaysThatThereIsNoFile) {
  PackageFolder folder;
  const LoadedPolicy loaded = load_grading_policy(folder.path() / "grading.yaml");
  ASSERT_EQ(loaded.diagnostics.size(), 1U);
  EXPECT_EQ(loaded.diagnostics[0].code, "P001");
  EXPECT_FALSE(load_grading_policy(folder.path()).diagnostics.empty());
}

}  // namespace
}  // namespace arbiter::package
