#include <gmock/gmock.h>

#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

using model::Verdict;
using ::testing::ElementsAre;

TEST(SubmissionsYaml, SpeaksOfWhatItsGlobsMatch) {
  PackageFolder folder;
  folder.make_good()
      .write("submissions/accepted/second.py")
      .write("submissions/slow/a.py")
      .write("submissions/submissions.yaml",
             "accepted:\n  permitted: [AC, TLE]\n"
             "accepted/*.py: {authors: Ada, model_solution: True, message: ok}\n"
             "'{accepted,slow}/*.py':\n  score: [1, 2.5]\n  use_for_time_limit: False\n"
             "  sample: {required: [AC]}\n"
             "slow/a.py: {language: pypy3, entrypoint: b, score: 7}\n");
  const Loaded loaded = folder.load();
  EXPECT_THAT(briefs(loaded), ElementsAre("warning P035 submissions/submissions.yaml:7:3"))
      << rendered(loaded);
  const auto& all = loaded.problem.submissions;
  const auto& slow = all.back();
  ASSERT_EQ(slow.label, "slow");
  EXPECT_EQ(slow.language.word, "pypy3");
  EXPECT_EQ(slow.entry_point.word, "b");
  ASSERT_EQ(slow.rules.size(), 3U);
  EXPECT_DOUBLE_EQ(slow.rules[0].score->high, 2.5);
  EXPECT_EQ(slow.rules[0].time_limit, model::TimeLimitUse::none);
  EXPECT_EQ(slow.rules[1].group, "sample");
  EXPECT_THAT(slow.rules[1].required.value(), ElementsAre(Verdict::ac));
  EXPECT_DOUBLE_EQ(slow.rules[2].score->low, 7);
  const auto& first = all.front();
  EXPECT_TRUE(first.rules.front().is_of_whole_label);
  EXPECT_THAT(first.rules.front().permitted.value(), ElementsAre(Verdict::ac, Verdict::tle));
  EXPECT_EQ(loaded.problem.reference->filename(), "second.py");
}

TEST(SubmissionsYaml, MayNameTestsThatAreStillToBeMade) {
  PackageFolder folder;
  folder.make_good()
      .write("generators/gen.py")
      .write("submissions/accepted/a.py")
      .write("generators/generators.yaml",
             "data: {secret: {data: {group: {data: {large: gen.py 5}}}}}\n")
      .write("submissions/submissions.yaml",
             "accepted/*:\n  secret/group: {required: [AC]}\n"
             "  secret/group/large: {permitted: [AC]}\n"
             "  secret/group/small: {permitted: [AC]}\n");
  EXPECT_THAT(briefs(folder.load()), ElementsAre("warning P035 submissions/submissions.yaml:4:3"));
}

TEST(SubmissionsYaml, IsCheckedLineByLine) {
  PackageFolder folder;
  folder.make_good()
      .write("submissions/accepted/a.py")
      .write("submissions/submissions.yaml",
             "nothing/*: {permitted: [AC]}\n"
             "accepted: {permitted: [OK], scoer: 5}\n"
             "accepted/*: {score: [5, 1], use_for_time_limit: maybe}\n"
             "accepted/?*: 7\n");
  EXPECT_THAT(briefs(folder.load()), ElementsAre("warning P035 submissions/submissions.yaml:1:1",
                                                 "error P014 submissions/submissions.yaml:2:23",
                                                 "error P011 submissions/submissions.yaml:2:29",
                                                 "error P014 submissions/submissions.yaml:3:21",
                                                 "error P014 submissions/submissions.yaml:3:49",
                                                 "error P013 submissions/submissions.yaml:4:14"));
}

TEST(SubmissionsYaml, IsNoPartOfLegacyPackages) {
  PackageFolder folder;
  folder.make_good()
      .write("problem.yaml", "limits: {time_limit: 1}\n")
      .write("submissions/submissions.yaml", "accepted: {permitted: [TLE]}\n");
  const Loaded loaded = folder.load();
  EXPECT_THAT(briefs(loaded), ElementsAre("warning P035 submissions/submissions.yaml"));
}

TEST(ExpectedScore, IsReadFromSources) {
  PackageFolder folder;
  folder.make_good()
      .write("submissions/partial/a.py", "# @EXPECTED_SCORE@: 88.37\n# @expected_results@: CORRECT")
      .write("submissions/partial/b.c", "/* @expected_score@: 5 */\n")
      .write("submissions/partial/c.c", "// @EXPECTED_SCORE@: half\n");
  const Loaded loaded = folder.load();
  EXPECT_THAT(briefs(loaded), ElementsAre("warning P014 submissions/partial/c.c:1:22"));
  std::vector<std::optional<double>> scores;
  for (const auto& one : loaded.problem.submissions) {
    if (one.label == "partial") scores.push_back(one.expected_score);
  }
  EXPECT_THAT(scores, ElementsAre(88.37, 5.0, std::nullopt));
}

TEST(ExpectedScore, WithNamesIsATagOfResults) {
  PackageFolder folder;
  folder.make_good()
      .write("submissions/mixed/a.py", "# @EXPECTED_SCORE@: CORRECT, timelimit\n")
      .write("submissions/mixed/b.py",
             "# @EXPECTED_SCORE@: RUN-ERROR\n# @EXPECTED_RESULTS@: WRONG-ANSWER\n");
  const Loaded loaded = folder.load();
  EXPECT_THAT(briefs(loaded), ElementsAre("warning P023 submissions/mixed/b.py:1:21"));
  ASSERT_EQ(loaded.problem.submissions.size(), 2U);
  EXPECT_TRUE(loaded.problem.submissions[0].is_tagged);
  EXPECT_THAT(loaded.problem.submissions[0].tag, ElementsAre(Verdict::ac, Verdict::tle));
  EXPECT_EQ(loaded.problem.submissions[0].expected_score, std::nullopt);
  EXPECT_THAT(loaded.problem.submissions[1].tag, ElementsAre(Verdict::wa));
}

}  // namespace
}  // namespace arbiter::package
