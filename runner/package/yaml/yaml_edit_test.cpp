#include "package/yaml/yaml_edit.hpp"

#include <gtest/gtest.h>

namespace arbiter::package {
namespace {

using Values = std::vector<std::pair<std::string, std::string>>;

std::string edited(const std::string& text, const Values& values = {{"time_limit", "3"}}) {
  const auto made = with_values("problem.yaml", text, "limits", values);
  return made ? *made : made.error().text();
}

TEST(YamlEdit, ReplacesAValueAndLeavesTheRest) {
  EXPECT_EQ(edited("# first\nlimits:  # of it\n  memory: 64\n  time_limit: 0.5 # short\nname: x\n"),
            "# first\nlimits:  # of it\n  memory: 64\n  time_limit: 3 # short\nname: x\n");
  EXPECT_EQ(edited("limits: {memory: 64, time_limit: 1}\n"),
            "limits: {memory: 64, time_limit: 3}\n");
}

TEST(YamlEdit, AddsAKey) {
  EXPECT_EQ(edited("limits:\n    # so much\n    memory: 64\nname: x\n"),
            "limits:\n    # so much\n    time_limit: 3\n    memory: 64\nname: x\n");
  EXPECT_EQ(edited("limits: {memory: 64}\n"), "limits: {time_limit: 3, memory: 64}\n");
  EXPECT_EQ(edited("limits: {}\n"), "limits: {time_limit: 3}\n");
}

TEST(YamlEdit, AddsAMap) {
  EXPECT_EQ(edited("name: x"), "name: x\nlimits:\n  time_limit: 3\n");
}

TEST(YamlEdit, SetsSeveral) {
  EXPECT_EQ(edited("limits: {memory: 64}\n", {{"memory", "512"}, {"time_limit", "2"}}),
            "limits: {time_limit: 2, memory: 512}\n");
}

TEST(YamlEdit, RefusesWhatItWouldDamage) {
  EXPECT_EQ(edited("limits: 3\n"), "problem.yaml cannot be changed: 'limits' is no map");
  EXPECT_EQ(edited("[1]\n"), "problem.yaml cannot be changed: it is no map");
  EXPECT_EQ(edited("limits: {time_limit: \"1\"}\n"),
            "problem.yaml cannot be changed: 'limits.time_limit' is no plain value");
  EXPECT_EQ(edited("limits: {\n"), "problem.yaml cannot be changed: it is no map");
}

}  // namespace
}  // namespace arbiter::package
