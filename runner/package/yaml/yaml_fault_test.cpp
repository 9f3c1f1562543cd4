#include <gmock/gmock.h>

#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

using ::testing::HasSubstr;

/// A problem.yaml that testdata/cases cannot hold, and what is said of it.
struct YamlFault {
  std::string_view name;
  std::string yaml;
  std::string brief;
  std::string_view message;  ///< a part of what is shown
};

std::ostream& operator<<(std::ostream& to, const YamlFault& fault) {
  return to << fault.name;
}

class ProblemYamlFault : public ::testing::TestWithParam<YamlFault> {};

TEST_P(ProblemYamlFault, IsReportedWithCodeAndPlace) {
  const Loaded loaded = load_yaml(GetParam().yaml);
  EXPECT_EQ(briefs(loaded), std::vector{GetParam().brief}) << rendered(loaded);
  EXPECT_THAT(rendered(loaded), HasSubstr(std::string(GetParam().message)));
}

const std::string k_deep = std::string(60, '[') + std::string(60, ']');

std::string bomb() {
  std::string yaml = "a: &a [x, x, x, x, x, x, x, x, x]\n";
  for (char c = 'b'; c < 'k'; ++c) {
    const std::string below = fmt::format("*{}", static_cast<char>(c - 1));
    yaml += fmt::format("{0}: &{0} [{1}, {1}, {1}, {1}, {1}, {1}, {1}, {1}, {1}]\n", c, below);
  }
  return yaml;
}

std::string many_values() {
  return "keywords: [" + repeated("a,", 100'001) + "]\n";
}

INSTANTIATE_TEST_SUITE_P(
    Files, ProblemYamlFault,
    ::testing::Values(
        YamlFault{"too_large", "# " + std::string(2 << 20, 'x'), "error P002 problem.yaml",
                  "1048576 at most"},
        YamlFault{"not_utf8", "name: x\nlicense: b\xE5t\n", "error P003 problem.yaml:2:11", "0xe5"},
        YamlFault{"cut_off_utf8", "name: \xC3", "error P003 problem.yaml:1:7", "0xc3"},
        YamlFault{"nul", std::string("name: x\na: \0b\n", 14), "error P004 problem.yaml:2:4",
                  "control character 0x00"},
        YamlFault{"end_of_transmission", "name: x\n\x04", "error P004 problem.yaml:2:1", "0x04"},
        YamlFault{"byte_order_mark", "\xEF\xBB\xBF" + std::string(k_good_yaml),
                  "warning P005 problem.yaml:1:1", "byte order mark"},
        YamlFault{"too_deep", "a: " + k_deep, "error P008 problem.yaml:1:53", "50 levels"},
        YamlFault{"alias_bomb", bomb(), "error P008 problem.yaml:6:12", "aliases expanded"},
        YamlFault{"too_many_values", many_values(), "error P008 problem.yaml:1:200006", "100000"}),
    name_of_row<YamlFault>);

}  // namespace
}  // namespace arbiter::package
