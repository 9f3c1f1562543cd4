#include <gmock/gmock.h>

#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

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

TEST(ProblemYaml, ReadsWindowsLineEnds) {
  const Loaded loaded = load_yaml(
      "problem_format_version: 2025-09\r\nname: S\r\nuuid: "
      "6ba7b810-9dad-11d1-80b4-00c04fd430c8\r\nlimits: {time_limit: 1}\r\nbad: 1\r\n");
  EXPECT_THAT(briefs(loaded), ElementsAre("error P011 problem.yaml:5:1"));
  EXPECT_EQ(loaded.diagnostics.at(0).place->source_line, "bad: 1");
}

TEST(ProblemYaml, BoundsWhatItSaysAboutHostileFiles) {
  std::string yaml(k_good_yaml);
  for (int i = 0; i < 2'000; ++i)
    yaml += fmt::format("key{}: 1\n", i);
  const Loaded loaded = load_yaml(yaml);
  ASSERT_EQ(loaded.diagnostics.size(), 50U);
  EXPECT_THAT(loaded.diagnostics.back().notes, ElementsAre("1950 more of this kind are not shown"));
  const Loaded long_key = load_yaml(good_with("? " + std::string(500'000, 'k') + "\n: 1\n"));
  EXPECT_LT(rendered(long_key).size(), 1000U);
}

class Golden : public ::testing::TestWithParam<std::string> {};

TEST_P(Golden, RendersAllFaultsOfAFile) {
  const std::filesystem::path root = std::filesystem::path(ARBITER_PACKAGE_TESTDATA) / GetParam();
  Loaded loaded = load_problem(root);
  for (Diagnostic& diagnostic : loaded.diagnostics) {
    diagnostic.place->path =
        std::filesystem::path(diagnostic.place->path).lexically_relative(root).string();
  }
  EXPECT_EQ(rendered(loaded), read_all(root / "expected.txt"));
}

INSTANTIATE_TEST_SUITE_P(Packages, Golden,
                         ::testing::Values("misspelt_keys", "wrong_types", "unsupported"),
                         [](const auto& one) { return one.param; });

std::string nested_in_blocks(int levels) {
  std::string all;
  for (int i = 0; i < levels; ++i)
    all += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  return all;
}

struct HostileText {
  std::string name;
  std::string text;
  std::string message;
};

std::vector<HostileText> hostile_texts() {
  return {{"million_lines", repeated("a: b\n", 1'000'000), "1048576 at most are read"},
          {"more_values_than_are_taken", repeated("-\n", 150'000), ""},
          {"thousand_levels_of_lists", repeated("[", 1000) + repeated("]", 1000), "levels"},
          {"thousand_levels_of_maps", repeated("{a: ", 1000) + "1" + repeated("}", 1000), "levels"},
          {"thousand_levels_of_blocks", nested_in_blocks(1000), "levels"},
          {"levels_that_never_end", repeated("[", 100'000), ""},
          {"cyclic_alias", "a: &a [1, *a]\n", "inside"},
          {"cycle_of_two", "a: &a {b: &b {c: *a}}\n", "inside"},
          {"not_utf8", "name: \xff\xfe\n", "0xff"},
          {"nul", std::string("name: a\0b\n", 10), "control character"},
          {"long_line", "name: [" + std::string(1'000'000, 'a') + "\n", ""},
          {"many_keys",
           [] {
             std::string all;
             for (int i = 0; i < 50'000; ++i)
               all += fmt::format("key{}: {}\n", i, i);
             return all;
           }(),
           ""}};
}

struct HostileFile {
  const char* name;
  const char* problem_yaml;  ///< null: a good one, or the file itself
};

class HostileYaml : public ::testing::TestWithParam<HostileFile> {};

TEST_P(HostileYaml, IsAnErrorThatCanBeShown) {
  const bool is_first = std::string_view(GetParam().name) == "problem.yaml";
  for (const HostileText& hostile : hostile_texts()) {
    // All files are read by the same reader: how much one may hold is asked of one of them.
    if (hostile.text.size() > 200'000 && !is_first) continue;
    SCOPED_TRACE(hostile.name);
    PackageFolder folder;
    folder.make_good();
    if (GetParam().problem_yaml != nullptr) folder.write("problem.yaml", GetParam().problem_yaml);
    folder.write(GetParam().name, hostile.text);
    const Loaded loaded = folder.load();
    EXPECT_TRUE(has_errors(loaded.diagnostics));
    EXPECT_LT(loaded.diagnostics.size(), 200U);
    const std::string text = rendered(loaded);
    EXPECT_THAT(text, HasSubstr(hostile.message));
    EXPECT_LT(text.size(), std::size_t{100'000}) << "complaints are bounded";
    EXPECT_EQ(text.find('\xff'), std::string::npos) << "what is shown is text";
  }
}

constexpr const char* k_old_yaml = "name: Old\ntype: scoring\n";

INSTANTIATE_TEST_SUITE_P(Hostile, HostileYaml,
                         ::testing::Values(HostileFile{"problem.yaml", nullptr},
                                           HostileFile{"arbiter.yaml", nullptr},
                                           HostileFile{"data/secret/test_group.yaml", nullptr},
                                           HostileFile{"data/secret/1.yaml", nullptr},
                                           HostileFile{"submissions/submissions.yaml", nullptr},
                                           HostileFile{"data/testdata.yaml", k_old_yaml},
                                           HostileFile{"data/secret/testdata.yaml", k_old_yaml}));

TEST(HostileNames, ThatAreNotUtf8AreNamedInPrintableText) {
  PackageFolder folder;
  folder.make_good()
      .add_tests({"data/secret/q\xff"})
      .touch(
          {"data/secret/g\xfe/1.in", "data/secret/new\nline.in", "submissions/accepted/a\xff.c"});
  const Loaded loaded = folder.load();
  EXPECT_THAT(names_of(loaded.problem.tests), ::testing::ElementsAre("secret/1"));
  const std::string text = rendered(loaded);
  EXPECT_EQ(text.find_first_of("\xff\xfe"), std::string::npos) << text;
  EXPECT_THAT(text, HasSubstr("not allowed"));
}

TEST(HostileNames, InAPolygonPackageAreNoFiles) {
  PackageFolder folder;
  folder.write("problem.xml",
               "<problem><judging><testset><time-limit>1</time-limit><memory-limit>1</memory-limit>"
               "<input-path-pattern>tests/&#10;/%d</input-path-pattern><tests><test/></tests>"
               "</testset></judging><assets><checker><source path=\"&#1;\"/></checker></assets>"
               "</problem>");
  const Loaded loaded = folder.load();
  EXPECT_TRUE(has_errors(loaded.diagnostics));
  EXPECT_EQ(rendered(loaded).find('\x01'), std::string::npos);
}

}  // namespace

}  // namespace arbiter::package
