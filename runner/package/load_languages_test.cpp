#include <gmock/gmock.h>

#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

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

TEST(LoadLanguages, RefusesWhatIsNoFile) {
  PackageFolder folder;
  EXPECT_THAT(briefs(folder.below(load_languages(folder.path()).diagnostics)),
              ElementsAre("error P001 ."));
  EXPECT_THAT(briefs(folder.below(load_languages(folder.path() / "none").diagnostics)),
              ElementsAre("error P001 none"));
}

}  // namespace
}  // namespace arbiter::package
