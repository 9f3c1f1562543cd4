#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

std::string edited(const std::string& text) {
  const std::string version = "problem_format_version: 2025-09\n";
  PackageFolder folder;
  folder.write("problem.yaml", version + text);
  model::Problem problem;
  problem.root = folder.path();
  const auto file = write_time_limit(problem, std::chrono::seconds(3));
  if (!file) return file.error().text().substr(folder.path().string().size() + 1);
  return read_all(*file).substr(version.size());
}

TEST(WriteTimeLimit, ReplacesAValueAndLeavesTheRest) {
  EXPECT_EQ(edited("# first\nlimits:  # of it\n  memory: 64\n  time_limit: 0.5 # short\nname: x\n"),
            "# first\nlimits:  # of it\n  memory: 64\n  time_limit: 3 # short\nname: x\n");
  EXPECT_EQ(edited("limits: {memory: 64, time_limit: 1}\n"),
            "limits: {memory: 64, time_limit: 3}\n");
}

TEST(WriteTimeLimit, AddsAKey) {
  EXPECT_EQ(edited("limits:\n    # so much\n    memory: 64\nname: x\n"),
            "limits:\n    # so much\n    time_limit: 3\n    memory: 64\nname: x\n");
  EXPECT_EQ(edited("limits: {memory: 64}\n"), "limits: {time_limit: 3, memory: 64}\n");
  EXPECT_EQ(edited("limits: {}\n"), "limits: {time_limit: 3}\n");
}

TEST(WriteTimeLimit, AddsAMap) {
  EXPECT_EQ(edited("name: x"), "name: x\nlimits:\n  time_limit: 3\n");
}

TEST(WriteTimeLimit, RefusesWhatItWouldDamage) {
  EXPECT_EQ(edited("limits: 3\n"), "problem.yaml cannot be changed: 'limits' is no map");
  EXPECT_EQ(edited("[1]\n"), "problem.yaml cannot be changed: it is no map");
  EXPECT_EQ(edited("limits: {time_limit: \"1\"}\n"),
            "problem.yaml cannot be changed: 'limits.time_limit' is no plain value");
  EXPECT_EQ(edited("limits: {\n"), "problem.yaml cannot be changed: it is no map");
}

}  // namespace
}  // namespace arbiter::package
