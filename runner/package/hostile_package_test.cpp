#include <gmock/gmock.h>

#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

using ::testing::HasSubstr;

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
          {"half_a_million_lines", repeated("-\n", 500'000), ""},
          {"thousand_levels_of_lists", repeated("[", 1000) + repeated("]", 1000), "levels"},
          {"thousand_levels_of_maps", repeated("{a: ", 1000) + "1" + repeated("}", 1000), "levels"},
          {"thousand_levels_of_blocks", nested_in_blocks(1000), "levels"},
          {"levels_that_never_end", repeated("[", 500'000), ""},
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
  for (const HostileText& hostile : hostile_texts()) {
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
