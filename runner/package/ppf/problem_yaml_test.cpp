#include <gmock/gmock.h>

#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ProblemYaml, KnowsEveryKeyOfTheFormat) {
  const Loaded loaded = load_yaml(R"(
problem_format_version: 2025-09
type: [pass-fail]
name: {en: Sums, sv: "Summor", pt-BR: 010}
uuid: 6ba7b810-9dad-11d1-80b4-00c04fd430c8
version: 1.0
credits:
  authors: [Ada <ada@example.org>, {name: Bo, email: b@example.org, orcid: x, kattis: bo}]
  contributors: Cy
  testers: [Di]
  packagers: {name: Ed}
  acknowledgements: [Fy]
  translators: {sv: [Gu], de: Hi}
source: [A contest, {name: Another, url: https://example.org}]
license: cc by-sa
rights_owner: Ada
embargo_until: 2030-01-01T12:00:00Z
keywords: [no, 102030, 0x1F]
languages: [cpp, python3]
allow_file_writing: true
constants: {}
limits:
  time_multipliers: {ac_to_time_limit: 3, time_limit_to_tle: 1.25}
  time_limit: 1.5
  time_resolution: .5
  memory: 0064
  output: 2
  code: 16
  compilation_time: 5.
  compilation_memory: 1e3
  validation_time: 1e1
  validation_memory: +512
  validation_output: 3
  validation_passes: 4
)");
  EXPECT_THAT(loaded.diagnostics, IsEmpty()) << rendered(loaded);
  const model::Problem& problem = loaded.problem;
  const std::map<std::string, std::string> names = {
      {"en", "Sums"}, {"sv", "Summor"}, {"pt-BR", "010"}};
  EXPECT_EQ(problem.name, names);
  EXPECT_EQ(problem.limits.time, std::chrono::milliseconds(1500));
  EXPECT_EQ(problem.limits.memory, mib(64));
  EXPECT_EQ(problem.limits.output, mib(2));
  EXPECT_EQ(problem.limits.code, kib(16));
  EXPECT_EQ(problem.limits.compilation_time, std::chrono::seconds(5));
  EXPECT_EQ(problem.limits.compilation_memory, mib(1000));
  EXPECT_EQ(problem.limits.validation_time, std::chrono::seconds(10));
  EXPECT_EQ(problem.limits.validation_memory, mib(512));
  EXPECT_EQ(problem.limits.validation_output, mib(3));
  EXPECT_EQ(problem.limits.validation_passes, 4);
  EXPECT_DOUBLE_EQ(problem.limits.ac_to_time_limit, 3);
  EXPECT_DOUBLE_EQ(problem.limits.time_limit_to_tle, 1.25);
  EXPECT_DOUBLE_EQ(problem.limits.time_resolution_s, 0.5);
}

TEST(ProblemYaml, KeepsDefaultsWhenLimitsAreLeftOut) {
  const Loaded loaded = load_yaml(
      "problem_format_version: '2025-09'\nname: no\n"
      "uuid: 6ba7b810-9dad-11d1-80b4-00c04fd430c8\n");
  EXPECT_EQ(loaded.problem.limits.time, std::nullopt);
  EXPECT_EQ(loaded.problem.limits.memory, mib(2048));
  EXPECT_EQ(loaded.problem.limits.validation_passes, 2);
  EXPECT_FALSE(loaded.problem.is_multi_pass);
  EXPECT_EQ(loaded.problem.name.at("en"), "no");
}

TEST(ProblemYaml, KnowsMultiPassProblemsInEveryForm) {
  struct Form {
    std::string yaml;
    bool is_interactive;
    bool is_scoring;
  };
  const std::vector<Form> forms = {
      {good_with("type: multi-pass\n"), false, false},
      {good_with("type: pass-fail multi-pass\n"), false, false},
      {good_with("type: [interactive, multi-pass]\n"), true, false},
      {good_with("type:\n  - multi-pass\n  - scoring\n"), false, true},
      {"validation: custom multi-pass\n", false, false},
      {"validation: custom interactive multi-pass\n", true, false},
      {"type: scoring\nvalidation: custom multi-pass score\n", false, true},
  };
  for (const Form& form : forms) {
    const Loaded loaded = load_yaml(form.yaml);
    EXPECT_TRUE(loaded.problem.is_multi_pass) << form.yaml;
    EXPECT_EQ(loaded.problem.is_interactive, form.is_interactive) << form.yaml;
    EXPECT_EQ(loaded.problem.is_scoring, form.is_scoring) << form.yaml;
  }
}

TEST(ProblemYaml, AllowsAliasesThatStaySmall) {
  const Loaded loaded = load_yaml(good_with("version: &v Ada\nrights_owner: *v\n"));
  EXPECT_THAT(loaded.diagnostics, IsEmpty()) << rendered(loaded);
}

TEST(ProblemYaml, ReadsWindowsLineEnds) {
  const Loaded loaded = load_yaml(
      "problem_format_version: 2025-09\r\nname: S\r\nuuid: "
      "6ba7b810-9dad-11d1-80b4-00c04fd430c8\r\nlimits: {time_limit: 1}\r\nbad: 1\r\n");
  EXPECT_THAT(briefs(loaded), ElementsAre("error P011 problem.yaml:5:1"));
  EXPECT_EQ(loaded.diagnostics.at(0).place->source_line, "bad: 1");
}

TEST(ProblemYaml, BoundsWhatItSaysAboutHostileFiles) {
  std::string yaml(k_good_yaml);
  for (int i = 0; i < 40'000; ++i)
    yaml += fmt::format("key{}: 1\n", i);
  const Loaded loaded = load_yaml(yaml);
  ASSERT_EQ(loaded.diagnostics.size(), 50U);
  EXPECT_THAT(loaded.diagnostics.back().notes,
              ElementsAre("39950 more of this kind are not shown"));
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
  std::ifstream stream(root / "expected.txt");
  const std::string expected{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_EQ(rendered(loaded), expected);
}

INSTANTIATE_TEST_SUITE_P(Packages, Golden,
                         ::testing::Values("misspelt_keys", "wrong_types", "unsupported"),
                         [](const auto& one) { return one.param; });

}  // namespace
}  // namespace arbiter::package
