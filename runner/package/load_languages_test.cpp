#include <gmock/gmock.h>

#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view k_row = "name: N, family: f, run: x, package: p";

std::string row(std::string_view id, std::string_view more) {
  return fmt::format("{}: {{{}{}{}}}\n", id, k_row, more.empty() ? "" : ", ", more);
}

TEST(LoadLanguages, ReadsEveryField) {
  PackageFolder folder;
  folder.write("languages.yaml", R"(
cpp20:
  name: C++20
  family: cpp
  default: true
  extensions: [.cpp, .C]
  header_extensions: [.h]
  shebangs: [tcc]
  compile: [g++, "-o {program}", "{sources}"]
  check: g++  -fsyntax-only {sources}
  run: ["{program}"]
  version: g++ --version
  package: g++
  main_marks: ["int main("]
  needs: [/usr/bin/ld]
  binds: [/opt/x]
  helpers: [help/a.js]
  server: [help/serve.c, help/serve.h]
  program_suffix: .out
  runtime_threads: 7
  runtime_memory: 40MiB
  out_of_memory: [bad_alloc]
  compile_time: 90s
  compile_memory: 1GiB
  precompiled_header: bits/stdc++.h
  time_factor: 1.5
binary:
  name: Binary
  family: binary
  run: ["{program}"]
  package: ""
)");
  const LoadedLanguages loaded = load_languages(folder.path() / "languages.yaml");
  EXPECT_THAT(loaded.diagnostics, IsEmpty()) << rendered(loaded.diagnostics);
  ASSERT_THAT(loaded.languages.ids(), ElementsAre("cpp20", "binary"));
  const model::Language& cpp = loaded.languages.rows[0];
  EXPECT_EQ(cpp.name, "C++20");
  EXPECT_EQ(cpp.family, "cpp");
  EXPECT_TRUE(cpp.is_default);
  EXPECT_THAT(cpp.extensions, ElementsAre(".cpp", ".C"));
  EXPECT_THAT(cpp.header_extensions, ElementsAre(".h"));
  EXPECT_THAT(cpp.shebangs, ElementsAre("tcc"));
  EXPECT_THAT(cpp.compile, ElementsAre("g++", "-o {program}", "{sources}"));
  EXPECT_THAT(cpp.check, ElementsAre("g++", "-fsyntax-only", "{sources}"));
  EXPECT_THAT(cpp.run, ElementsAre("{program}"));
  EXPECT_THAT(cpp.version, ElementsAre("g++", "--version"));
  EXPECT_EQ(cpp.package, "g++");
  EXPECT_THAT(cpp.binds, ElementsAre("/opt/x"));
  EXPECT_THAT(cpp.main_marks, ElementsAre("int main("));
  EXPECT_THAT(cpp.needs, ElementsAre("/usr/bin/ld"));
  EXPECT_THAT(cpp.helpers, ElementsAre(folder.path() / "help/a.js"));
  EXPECT_THAT(cpp.server,
              ElementsAre(folder.path() / "help/serve.c", folder.path() / "help/serve.h"));
  EXPECT_EQ(cpp.program_suffix, ".out");
  EXPECT_EQ(cpp.runtime_threads, 7);
  EXPECT_EQ(cpp.runtime_memory, mib(40));
  EXPECT_THAT(cpp.out_of_memory, ElementsAre("bad_alloc"));
  EXPECT_EQ(cpp.compile_time, std::chrono::seconds(90));
  EXPECT_EQ(cpp.compile_memory, mib(1024));
  EXPECT_EQ(cpp.precompiled_header, "bits/stdc++.h");
  EXPECT_DOUBLE_EQ(cpp.time_factor, 1.5);
  const model::Language& binary = loaded.languages.rows[1];
  EXPECT_FALSE(binary.is_default);
  EXPECT_THAT(binary.compile, IsEmpty());
  EXPECT_EQ(binary.package, "");
  EXPECT_DOUBLE_EQ(binary.time_factor, 1);
}

class LanguageFault : public ::testing::TestWithParam<YamlFault> {};

TEST_P(LanguageFault, IsReportedWithCodeAndPlace) {
  PackageFolder folder;
  folder.write("l.yaml", GetParam().spoiled);
  GetParam().expect(folder.below(load_languages(folder.path() / "l.yaml").diagnostics));
}

INSTANTIATE_TEST_SUITE_P(
    Rows, LanguageFault,
    ::testing::Values(
        YamlFault{"same_id", row("c", "") + row("c", ""), "error P010 l.yaml:2:1",
                  "'c' is listed twice"},
        YamlFault{"unknown_key", row("c", "extension: [.c]"), "error P011 l.yaml:1:45",
                  "did you mean 'extensions'?"},
        YamlFault{"missing", "c: {name: C, family: c, run: x}\n", "error P012 l.yaml:1:4",
                  "'package' is missing in 'c'"},
        YamlFault{"row_is_text", "c: gcc\n", "error P013 l.yaml:1:4", "'c' must be a map"},
        YamlFault{"list_is_text", row("c", "extensions: .c"), "error P013 l.yaml:1:57",
                  "'c.extensions' must be a list"},
        YamlFault{"no_dot", row("c", "extensions: [c]"), "error P014 l.yaml:1:58", "write '.c'"},
        YamlFault{"factor", row("c", "time_factor: 0"), "error P014 l.yaml:1:58", "time_factor"},
        YamlFault{"size", row("c", "runtime_memory: 3x"), "error P014 l.yaml:1:61",
                  "'c.runtime_memory'"},
        YamlFault{"flag", row("c", "default: yes"), "error P013 l.yaml:1:54", "true or false"},
        YamlFault{"two_defaults", row("c", "default: true") + row("d", "default: true"),
                  "error P021 l.yaml:2:1", "'c' and 'd' are both the default"},
        YamlFault{"empty", "", "error P006 l.yaml", "says nothing"},
        YamlFault{"list", "- c\n", "error P013 l.yaml:1:1", "a map from language"}),
    name_of_row<YamlFault>);

TEST(LoadLanguages, RefusesWhatIsNoFile) {
  PackageFolder folder;
  EXPECT_THAT(briefs(folder.below(load_languages(folder.path()).diagnostics)),
              ElementsAre("error P001 ."));
  EXPECT_THAT(briefs(folder.below(load_languages(folder.path() / "none").diagnostics)),
              ElementsAre("error P001 none"));
}

}  // namespace
}  // namespace arbiter::package
