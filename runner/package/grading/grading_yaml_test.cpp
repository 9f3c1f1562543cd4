#include "package/grading/grading_yaml.hpp"

#include <gmock/gmock.h>

#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// grading.yaml as read; the places name it alone.
LoadedPolicy policy_of(std::string_view yaml) {
  PackageFolder folder;
  folder.write("grading.yaml", yaml);
  LoadedPolicy loaded = load_grading_policy(folder.path() / "grading.yaml");
  for (Diagnostic& diagnostic : loaded.diagnostics) {
    if (diagnostic.place) diagnostic.place->path = "/grading.yaml";
  }
  return loaded;
}

/// "P011 1:3", one a diagnostic.
std::vector<std::string> places(const LoadedPolicy& loaded) {
  std::vector<std::string> all;
  for (const Diagnostic& one : loaded.diagnostics) {
    all.push_back(fmt::format("{} {}:{}", one.code, one.place ? one.place->line : 0,
                              one.place ? one.place->column : 0));
  }
  return all;
}

std::string text_of(const LoadedPolicy& loaded) {
  std::string all;
  for (const Diagnostic& one : loaded.diagnostics)
    all += render(one, false);
  return all;
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
  const LoadedPolicy loaded = policy_of(k_whole);
  ASSERT_THAT(loaded.diagnostics, IsEmpty()) << text_of(loaded);
  const model::GradingPolicy& policy = loaded.policy;
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
  const LoadedPolicy loaded = policy_of(k_whole);
  ASSERT_EQ(loaded.policy.problems.size(), 3U);
  const model::ProblemPolicy& sorting = loaded.policy.problems[1];
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

TEST(GradingYaml, LetsAProblemChangeOnlyWhatItSaysOfLateness) {
  const LoadedPolicy loaded = policy_of(k_whole);
  ASSERT_EQ(loaded.policy.problems.size(), 3U);
  const model::LatePolicy& all = loaded.policy.late;
  EXPECT_EQ(all.due, 1769900340);
  EXPECT_EQ(all.grace, std::chrono::minutes(10));
  EXPECT_EQ(all.closes, std::chrono::hours(168));
  ASSERT_EQ(all.steps.size(), 2U);
  EXPECT_EQ(all.steps[0].until, std::chrono::hours(24));
  EXPECT_EQ(all.steps[0].percent, 20);
  EXPECT_EQ(all.steps[1].percent, 50);
  ASSERT_TRUE(loaded.policy.problems[1].late.has_value());
  const model::LatePolicy& own = *loaded.policy.problems[1].late;
  EXPECT_EQ(own.due, 1769900340 + 7 * 86400);
  EXPECT_EQ(own.grace, all.grace);
  EXPECT_EQ(own.steps.size(), 2U);
  EXPECT_FALSE(loaded.policy.problems[0].late.has_value());
}

TEST(GradingYaml, ReplacesTheWholeRuleOfLateness) {
  const LoadedPolicy loaded = policy_of(
      "problems: {a: {late: {per_hour: 1%}}}\n"
      "late: {per_day: 10%, at_most: 50%}\n");
  ASSERT_THAT(loaded.diagnostics, IsEmpty()) << text_of(loaded);
  ASSERT_TRUE(loaded.policy.problems[0].late.has_value());
  const model::LatePolicy& own = *loaded.policy.problems[0].late;
  EXPECT_EQ(own.percent_per_hour, 1);
  EXPECT_FALSE(own.percent_per_day.has_value());
  EXPECT_FALSE(own.most_percent.has_value());
  EXPECT_EQ(loaded.policy.late.percent_per_day, 10);
  EXPECT_EQ(loaded.policy.late.most_percent, 50);
}

TEST(GradingYaml, MayListProblemsAndMaySayNothing) {
  const LoadedPolicy listed = policy_of("problems: [b, 007, a]\n");
  ASSERT_THAT(listed.diagnostics, IsEmpty()) << text_of(listed);
  ASSERT_EQ(listed.policy.problems.size(), 3U);
  EXPECT_EQ(listed.policy.problems[1].problem, "007");
  const LoadedPolicy empty = policy_of("# nothing yet\n");
  EXPECT_THAT(empty.diagnostics, IsEmpty()) << text_of(empty);
  EXPECT_EQ(empty.policy.decimals, 2);
  EXPECT_EQ(empty.policy.attempts, model::AttemptRule::last);
}

TEST(GradingYaml, ReportsAllFaultsOfAFileAtOnce) {
  const LoadedPolicy loaded = policy_of(
      "atempts: last\n"
      "problems: {a: -1, b: {groups: {}, points: 5}}\n"
      "late: {grace: 10, steps: {24h: 20}}\n"
      "decimals: 9\n"
      "decimals: 2\n");
  EXPECT_THAT(places(loaded), ElementsAre("P011 1:1", "P014 2:15", "P013 2:31", "P014 3:15",
                                          "P014 3:32", "P014 4:11", "P010 5:1"))
      << text_of(loaded);
  EXPECT_THAT(text_of(loaded), HasSubstr("did you mean 'attempts'?"));
  EXPECT_THAT(text_of(loaded), HasSubstr("write it as 20%"));
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
