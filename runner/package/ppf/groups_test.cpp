#include <gmock/gmock.h>

#include <limits>

#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

using model::ScoreAggregation;
using model::TestGroup;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double k_infinity = std::numeric_limits<double>::infinity();

/// The names of the tests that lie directly in a group.
std::vector<std::string> tests_of(const model::Problem& problem, const TestGroup& group) {
  std::vector<std::string> names;
  for (const std::size_t index : group.tests)
    names.push_back(problem.tests.at(index).name);
  return names;
}

std::vector<std::string> names_of_groups(const std::vector<TestGroup>& groups) {
  std::vector<std::string> names;
  for (const TestGroup& group : groups)
    names.push_back(group.name);
  return names;
}

TEST(Groups, AreTheFoldersOfTheTestData) {
  PackageFolder folder;
  folder.make_good().write("problem.yaml", "limits: {time_limit: 1}\n");
  folder.add_tests({"data/sample/1", "data/secret/a/2", "data/secret/a/b/3", "data/secret/c/4",
                    "data/secret/c/5"});
  folder.write("data/invalid_input/x.in");
  const model::Problem problem = folder.load().problem;
  EXPECT_EQ(problem.data.name, "");
  EXPECT_THAT(problem.data.tests, IsEmpty());
  ASSERT_THAT(names_of_groups(problem.data.groups), ElementsAre("sample", "secret"));
  const TestGroup& secret = problem.data.groups[1];
  EXPECT_THAT(tests_of(problem, secret), ElementsAre("secret/1"));
  ASSERT_THAT(names_of_groups(secret.groups), ElementsAre("secret/a", "secret/c"));
  EXPECT_THAT(tests_of(problem, secret.groups[0]), ElementsAre("secret/a/2"));
  EXPECT_THAT(names_of_groups(secret.groups[0].groups), ElementsAre("secret/a/b"));
  EXPECT_THAT(tests_of(problem, secret.groups[1]), ElementsAre("secret/c/4", "secret/c/5"));
}

TEST(Groups, OfAPlainFolderAreOne) {
  PackageFolder folder;
  folder.add_tests({"1", "2"});
  EXPECT_THAT(folder.load().problem.data.tests, ElementsAre(0U, 1U));
}

TEST(Groups, OfLegacyPackagesInheritEveryKey) {
  PackageFolder folder;
  folder.make_good()
      .write("problem.yaml",
             "limits: {time_limit: 1}\ngrading: {objective: max, reject_score: -1}\n")
      .write("data/testdata.yaml", "range: -inf 100\ngrader_flags: sum\naccept_score: 2\n")
      .write("data/secret/a/testdata.yaml",
             "on_reject: continue\naccept_score: 1e1\nrange: 0 50.5\n")
      .write("data/secret/a/b/testdata.yaml",
             "on_reject: break\ngrading: default\ngrader_flags:\nreject_score: 3\n");
  folder.add_tests({"data/secret/a/b/2"});
  const Loaded loaded = folder.load_clean();
  EXPECT_EQ(loaded.problem.group_rules, model::GroupRules::kattis);
  const TestGroup& all = loaded.problem.data;
  EXPECT_EQ(all.grading.range.low, -k_infinity);
  EXPECT_DOUBLE_EQ(all.grading.range.high, 100);
  const TestGroup& a = all.groups.at(0).groups.at(0);
  EXPECT_FALSE(a.grading.breaks_on_reject);
  EXPECT_DOUBLE_EQ(a.grading.accept_score, 10);
  EXPECT_DOUBLE_EQ(a.grading.reject_score, -1);
  EXPECT_DOUBLE_EQ(a.grading.range.high, 50.5);
  EXPECT_THAT(a.grading.grader_flags, ElementsAre("sum"));
  const TestGroup& b = a.groups.at(0);
  EXPECT_TRUE(b.grading.breaks_on_reject);
  EXPECT_FALSE(b.grading.has_custom_grader);
  EXPECT_THAT(b.grading.grader_flags, IsEmpty());
  EXPECT_DOUBLE_EQ(b.grading.accept_score, 10);
  EXPECT_DOUBLE_EQ(b.grading.reject_score, 3);
}

TEST(Groups, ScoreByTheirOwnFileAlone) {
  PackageFolder folder;
  folder.make_good()
      .write("problem.yaml", std::string(k_good_yaml) + "type: scoring\n")
      .write("data/secret/test_group.yaml", "max_score: unbounded\n")
      .write("data/secret/a/test_group.yaml",
             "max_score: 40\nscore_aggregation: min\nrequire_pass: sample\n")
      .write("data/secret/b/test_group.yaml", "max_score: 5\nrequire_pass: [sample, secret/a, c]\n")
      .write("data/secret/c/test_group.yaml", "{}\n");
  folder.remove("data/secret/1.in").remove("data/secret/1.ans");
  folder.add_tests({"data/sample/1", "data/secret/c/1", "data/secret/a/1", "data/secret/b/1"});
  const Loaded loaded = folder.load();
  EXPECT_THAT(briefs(loaded),
              // b names a group that is not pass-fail, and one behind it; c has no max_score.
              ElementsAre("error P014 data/secret/b", "error P014 data/secret/b",
                          "error P014 data/secret/c"));
  EXPECT_EQ(loaded.problem.group_rules, model::GroupRules::current);
  const TestGroup& secret = loaded.problem.data.groups.at(1);
  EXPECT_EQ(secret.scoring.max_score, std::nullopt);
  EXPECT_EQ(secret.scoring.aggregation, ScoreAggregation::sum);
  const TestGroup& a = secret.groups.at(0);
  EXPECT_EQ(a.scoring.max_score, 40);
  EXPECT_EQ(a.scoring.aggregation, ScoreAggregation::min);
  EXPECT_THAT(a.scoring.require_pass, ElementsAre("sample"));
  const TestGroup& b = secret.groups.at(1);
  EXPECT_EQ(b.scoring.max_score, 5);
  EXPECT_EQ(b.scoring.aggregation, ScoreAggregation::pass_fail);
  EXPECT_THAT(b.scoring.require_pass, ElementsAre("sample", "secret/a", "c"));
}

TEST(Groups, OfDraftsNestTheirScores) {
  PackageFolder folder;
  folder.make_good()
      .write("problem.yaml",
             "problem_format_version: 2023-07\nname: Sums\nlimits: {time_limit: 2}\n")
      .write("data/secret/testdata.yaml",
             "scoring: {score: 5, aggregation: min, require_pass: sample}\n");
  const TestGroup secret = folder.load().problem.data.groups.at(0);
  EXPECT_EQ(secret.scoring.max_score, 5);
  EXPECT_EQ(secret.scoring.aggregation, ScoreAggregation::min);
  EXPECT_THAT(secret.scoring.require_pass, ElementsAre("sample"));
}

TEST(Groups, MustMakeSense) {
  PackageFolder folder;
  folder.make_good()
      .write("problem.yaml", "limits: {time_limit: 1}\n")
      .write("data/secret/testdata.yaml",
             "range: 5\naccept_score: many\ngrading: costum\non_reject: stop\n"
             "max_score: -1\nscore_aggregation: max\n")
      .write("data/sample/testdata.yaml", "range: 9 1\n");
  EXPECT_THAT(briefs(folder.load()), ElementsAre("error P014 data/sample/testdata.yaml:1:8",
                                                 "error P014 data/secret/testdata.yaml:1:8",
                                                 "error P013 data/secret/testdata.yaml:2:15",
                                                 "error P014 data/secret/testdata.yaml:3:10",
                                                 "error P014 data/secret/testdata.yaml:4:12",
                                                 "warning P011 data/secret/testdata.yaml:5:1",
                                                 "warning P011 data/secret/testdata.yaml:6:1"));
}

TEST(Groups, AreJudgedByTheRulesThatThePackageSpeaks) {
  using model::GroupRules;
  struct Row {
    std::string_view version;
    std::string_view type;
    std::string_view group;
    GroupRules rules;
  };
  const std::string draft = "2023-07-draft";
  const std::vector<Row> rows = {
      {"legacy", "scoring", "", GroupRules::kattis},
      {"legacy", "pass-fail", "on_reject: break", GroupRules::none},
      {"legacy", "pass-fail", "on_reject: continue", GroupRules::kattis},
      {"legacy", "pass-fail", "grader_flags: always_accept", GroupRules::kattis},
      {"legacy", "pass-fail", "grader_flags: first_error", GroupRules::none},
      {draft, "scoring", "accept_score: 5", GroupRules::kattis},
      {draft, "scoring", "scoring: {score: 5}", GroupRules::current},
      {draft, "scoring", "", GroupRules::current},
      {draft, "pass-fail", "", GroupRules::none},
  };
  for (const Row& row : rows) {
    PackageFolder folder;
    folder.make_good()
        .write("problem.yaml", fmt::format("problem_format_version: {}\ntype: {}\nname: Sums\n"
                                           "limits: {{time_limit: 2}}\n",
                                           row.version, row.type))
        .write("data/secret/testdata.yaml", row.group.empty() ? "{}" : row.group);
    const Loaded loaded = folder.load_clean();
    EXPECT_EQ(loaded.problem.group_rules, row.rules) << row.version << " " << row.group;
    EXPECT_EQ(loaded.problem.is_scoring, row.type == "scoring");
  }
}

TEST(Groups, OfPassFailProblemsHaveNoPoints) {
  PackageFolder folder;
  folder.make_good().write("data/secret/test_group.yaml", "max_score: 40\n");
  EXPECT_THAT(briefs(folder.load()), ElementsAre("warning P035 data"));
}

TEST(Groups, MayHaveAGraderOfThePackage) {
  PackageFolder folder;
  folder.make_good()
      .write("problem.yaml", "type: scoring\nlimits: {time_limit: 1}\n")
      .write("data/secret/testdata.yaml", "grading: custom\n");
  EXPECT_THAT(briefs(folder.load()), ElementsAre("error P040 ."));
  folder.write("graders/grade.py");
  const Loaded loaded = folder.load_clean();
  EXPECT_EQ(loaded.problem.grader->name, "grade.py");
}

}  // namespace
}  // namespace arbiter::package
