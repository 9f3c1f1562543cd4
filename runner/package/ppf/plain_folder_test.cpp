#include <gmock/gmock.h>

#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(PlainFolder, PairsInputsAndAnswers) {
  PackageFolder folder;
  folder.add_tests({"1", "tests/b", "tests/deep/c", "tests/deep/deeper/d"})
      .touch({"1.out", "2.in", "2.out", "03", "03.a", "input4.txt", "output4.txt", "solution.cpp"});
  const Loaded loaded = folder.load_clean();
  EXPECT_TRUE(loaded.problem.is_plain_folder);
  EXPECT_EQ(loaded.problem.limits.time, std::nullopt);
  EXPECT_EQ(loaded.problem.limits.memory, mib(2048));
  EXPECT_THAT(names_of(loaded.problem.tests),
              ElementsAre("03", "1", "2", "input4", "tests/b", "tests/deep/c"));
  EXPECT_EQ(loaded.problem.tests[0].answer, folder.path() / "03.a");
  EXPECT_EQ(loaded.problem.tests[1].answer, folder.path() / "1.ans");
  EXPECT_EQ(loaded.problem.tests[2].answer, folder.path() / "2.out");
  EXPECT_EQ(loaded.problem.tests[3].answer, folder.path() / "output4.txt");
}

TEST(PlainFolder, WarnsOfAnInputWithoutAnswer) {
  PackageFolder folder;
  folder.add_tests({"1"}).write("2.in");
  EXPECT_THAT(briefs(folder.load()), ElementsAre("warning P032 2.in"));
}

TEST(PlainFolder, KeepsTestNamesUnique) {
  PackageFolder folder;
  folder.add_tests({"1"}).write("1").write("1.a");
  const Loaded loaded = folder.load();
  EXPECT_THAT(names_of(loaded.problem.tests), ElementsAre("1"));
  EXPECT_EQ(loaded.diagnostics.size(), 1U);
}

TEST(PlainFolder, SaysWhatItLookedFor) {
  PackageFolder folder;
  folder.write("problem.yml").write("solution.cpp");
  const Loaded loaded = folder.load();
  EXPECT_THAT(briefs(loaded), ElementsAre("error P031 ."));
  EXPECT_THAT(rendered(loaded), HasSubstr("1.in with 1.ans"));
  EXPECT_THAT(rendered(loaded), HasSubstr("rename it to problem.yaml"));
}

TEST(PlainFolder, RefusesPackagesOfOtherKinds) {
  PackageFolder folder;
  folder.touch({"problem.json", "tests/01", "tests/01.a"});
  const Loaded loaded = folder.load();
  EXPECT_THAT(briefs(loaded), ElementsAre("error P017 problem.json"));
  EXPECT_THAT(rendered(loaded), HasSubstr("a TPS package"));
}

// A folder of somebody's may hold anything; only what looks like a test concerns us.
TEST(PlainFolder, MindsOnlyLinksThatLookLikeTests) {
  PackageFolder folder;
  folder.add_tests({"1"}).link("venv/python", "/bin/sh").link("broken", "gone");
  folder.load_clean();
  folder.link("2.in", "/etc/passwd");
  EXPECT_THAT(briefs(folder.load()), ElementsAre("error P036 2.in"));
}

TEST(PlainFolder, IgnoresNamesThatCannotBeShown) {
  PackageFolder folder;
  folder.add_tests({"1", "\xE5"});
  const Loaded loaded = folder.load();
  EXPECT_THAT(names_of(loaded.problem.tests), ElementsAre("1"));
  EXPECT_FALSE(has_errors(loaded.diagnostics));
  EXPECT_EQ(loaded.diagnostics.size(), 2U);
}

}  // namespace
}  // namespace arbiter::package
