#include <gmock/gmock.h>

#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

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

}  // namespace
}  // namespace arbiter::package
