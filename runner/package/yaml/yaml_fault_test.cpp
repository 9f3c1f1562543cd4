#include <gmock/gmock.h>

#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

using ::testing::HasSubstr;

class ProblemYamlFault : public ::testing::TestWithParam<YamlFault> {};

TEST_P(ProblemYamlFault, IsReportedWithCodeAndPlace) {
  GetParam().expect(load_yaml(GetParam().spoiled).diagnostics);
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
        YamlFault{"empty", "", "error P006 problem.yaml", "says nothing"},
        YamlFault{"only_a_comment", "# nothing\n", "error P006 problem.yaml", "says nothing"},
        YamlFault{"syntax", "name: [a\nb: c\n", "error P007 problem.yaml:2:2", "not valid YAML"},
        YamlFault{"tab_indentation", "limits:\n\ttime_limit: 1\n", "error P007 problem.yaml:2:1",
                  "spaces only"},
        YamlFault{"too_deep", "a: " + k_deep, "error P008 problem.yaml:1:53", "50 levels"},
        YamlFault{"alias_bomb", bomb(), "error P008 problem.yaml:6:12", "aliases expanded"},
        YamlFault{"too_many_values", many_values(), "error P008 problem.yaml:1:200006", "100000"},
        YamlFault{"alias_in_itself", "a: &a [1, *a]\n", "error P009 problem.yaml:1:11", "inside"},
        YamlFault{"tag", good_with("version: !!binary eA==\n"), "error P015 problem.yaml:5:10",
                  "binary"},
        YamlFault{"two_documents", good_with("---\na: b\n"), "error P016 problem.yaml:5:1",
                  "second document"},
        YamlFault{"a_list", "- a\n", "error P013 problem.yaml:1:1", "must be a map"}),
    name_of_row<YamlFault>);

INSTANTIATE_TEST_SUITE_P(
    Keys, ProblemYamlFault,
    ::testing::Values(
        YamlFault{"duplicate", good_with("name: Again\n"), "error P010 problem.yaml:5:1",
                  "the first stands at line 2, column 1"},
        YamlFault{"duplicate_in_limits", good_with("source: {name: a, 'name': b}\n"),
                  "error P010 problem.yaml:5:19", "'name' is listed twice"},
        YamlFault{"unknown", good_with("licence: cc0\n"), "error P011 problem.yaml:5:1",
                  "did you mean 'license'?"},
        YamlFault{"unknown_in_limits",
                  "problem_format_version: 2025-09\nname: S\nuuid: 6ba7b810-9dad-11d1-80b4-"
                  "00c04fd430c8\nlimits:\n  time: 1\n  time_limit: 1\n",
                  "error P011 problem.yaml:5:3", "unknown key 'time' in 'limits'"},
        YamlFault{"missing", "problem_format_version: 2025-09\nlimits: {time_limit: 1}\n",
                  "error P012 problem.yaml, error P012 problem.yaml", "the key 'uuid' is missing"},
        YamlFault{"key_is_a_list", good_with("? [a]\n: b\n"), "error P013 problem.yaml:5:3",
                  "a key must be text"},
        YamlFault{"person_without_name", good_with("credits:\n  authors:\n    - {email: a@b.c}\n"),
                  "error P012 problem.yaml:7:7", "'name' is missing in 'credits.authors'"}),
    name_of_row<YamlFault>);

std::string with_limit(std::string_view line) {
  return fmt::format(
      "problem_format_version: 2025-09\nname: S\nuuid: 6ba7b810-9dad-11d1-80b4-00c04fd430c8\n"
      "limits:\n  time_limit: 1\n  {}\n",
      line);
}

INSTANTIATE_TEST_SUITE_P(
    Values, ProblemYamlFault,
    ::testing::Values(
        YamlFault{"memory_is_text", with_limit("memory: much"), "error P013 problem.yaml:6:11",
                  "'limits.memory' must be a decimal number, but is text"},
        YamlFault{"memory_is_hex", with_limit("memory: 0x10"), "error P013 problem.yaml:6:11",
                  "^^^^"},
        YamlFault{"memory_is_infinite", with_limit("memory: inf"), "error P013 problem.yaml:6:11",
                  "decimal"},
        YamlFault{"memory_is_quoted", with_limit("memory: \"64\""), "error P013 problem.yaml:6:11",
                  "remove the quotes"},
        YamlFault{"memory_is_a_fraction", with_limit("memory: 64.5"),
                  "error P013 problem.yaml:6:11", "whole number"},
        YamlFault{"memory_is_nothing", with_limit("memory: 0"), "error P014 problem.yaml:6:11",
                  "from 1 to 1048576"},
        YamlFault{"memory_is_vast", with_limit("memory: 1e300"), "error P014 problem.yaml:6:11",
                  "from 1 to"},
        YamlFault{"memory_overflows", with_limit("memory: 1e999"), "error P013 problem.yaml:6:11",
                  "decimal"},
        YamlFault{"time_is_negative", with_limit("compilation_time: -1"),
                  "error P014 problem.yaml:6:21", "greater than 0"},
        YamlFault{"multiplier_below_one", with_limit("time_multipliers: {ac_to_time_limit: 0.5}"),
                  "error P014 problem.yaml:6:40", "at least 1"},
        YamlFault{"one_pass", with_limit("validation_passes: 1"), "error P014 problem.yaml:6:22",
                  "2"},
        YamlFault{"no_is_not_false", good_with("allow_file_writing: no\n"),
                  "error P013 problem.yaml:5:21", "true or false"},
        YamlFault{"null_is_not_text", good_with("version: ~\n"), "error P013 problem.yaml:5:10",
                  "empty"},
        YamlFault{"keywords_in_one_text", good_with("keywords: a b\n"),
                  "error P013 problem.yaml:5:11", "[one, two]"},
        YamlFault{"type_misspelt", good_with("type: pas-fail\n"), "error P014 problem.yaml:5:7",
                  "did you mean 'pass-fail'?"},
        YamlFault{"types_that_exclude_each_other",
                  good_with("type: [interactive, submit-answer]\n"), "error P014 problem.yaml:5:7",
                  "answers cannot talk to a referee or run again"},
        YamlFault{"types_in_a_row", good_with("type: pass-fail interactive\n"),
                  "warning P018 problem.yaml:5:7", "write it as [pass-fail, interactive]"},
        YamlFault{"types_in_a_list", good_with("type: [scoring, riddle]\n"),
                  "error P014 problem.yaml:5:17", "'riddle'"},
        YamlFault{"constant_by_an_odd_name", good_with("constants:\n  2n: 5\n"),
                  "error P014 problem.yaml:6:3", "cannot be the name of a constant"},
        YamlFault{"constants_in_a_list", good_with("constants: [5]\n"),
                  "error P013 problem.yaml:5:12", "a map from name to value"},
        YamlFault{"uuid_is_odd",
                  "problem_format_version: 2025-09\nname: S\nuuid: 12\nlimits: {time_limit: 1}\n",
                  "warning P018 problem.yaml:3:7", "'uuid'"},
        YamlFault{"license_misspelt", good_with("license: cc-by\n"),
                  "warning P018 problem.yaml:5:10", "did you mean 'cc by'?"},
        YamlFault{"language_code",
                  "problem_format_version: 2025-09\nname: {English: S}\n"
                  "uuid: 6ba7b810-9dad-11d1-80b4-00c04fd430c8\nlimits: {time_limit: 1}\n",
                  "warning P018 problem.yaml:2:8", "not a language code"},
        YamlFault{"format_of_tomorrow", "problem_format_version: 2031-01\nname: New\n",
                  "error P019 problem.yaml:1:25", "known: legacy, legacy-icpc"},
        YamlFault{"no_time_limit",
                  "problem_format_version: 2025-09\nname: S\n"
                  "uuid: 6ba7b810-9dad-11d1-80b4-00c04fd430c8\n",
                  "warning P020 problem.yaml", "10 s"}),
    name_of_row<YamlFault>);

}  // namespace
}  // namespace arbiter::package
