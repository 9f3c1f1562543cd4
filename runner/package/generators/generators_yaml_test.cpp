#include <gtest/gtest.h>

#include "package/generators/parts.hpp"
#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

using Words = std::vector<std::string>;

/// A package with this generators.yaml.
Loaded load_recipes(std::string_view yaml) {
  return PackageFolder().make_good().write("generators/generators.yaml", yaml).load();
}

TEST(Generators, StayBoundedWhateverAliasesSay) {
  std::string yaml = "x: &a {in: \"1\", count: 100}\ndata:\n  secret:\n    data:\n";
  for (int i = 0; i < 200; ++i)
    yaml += "      t" + std::to_string(i) + ": *a\n";
  const Loaded loaded = load_recipes(yaml);
  EXPECT_EQ(loaded.problem.generation.tests.size(), 10'000U);
  EXPECT_NE(rendered(loaded.generation_diagnostics).find("more than 10000 tests"),
            std::string::npos);
}

TEST(Generators, AreNoFaultOfThePackage) {
  const Loaded loaded = load_recipes("data: {secret: {data: {a: nobody 1}}}\n");
  EXPECT_FALSE(has_errors(loaded.diagnostics));
  EXPECT_TRUE(has_errors(loaded.generation_diagnostics));
  EXPECT_EQ(loaded.problem.tests.size(), 1U);
}

TEST(CommandWords, SplitAsAShellWould) {
  const auto split = [](std::string_view text) { return split_command(text).value_or(Words{"?"}); };
  EXPECT_EQ(split("a  b\tc\n"), (Words{"a", "b", "c"}));
  EXPECT_EQ(split(R"(a 'b c' "d \" e" f\ g "")"), (Words{"a", "b c", "d \" e", "f g", ""}));
  EXPECT_EQ(split(R"('a\b' "c\d" x'y'"z")"), (Words{"a\\b", "c\\d", "xyz"}));
  EXPECT_FALSE(split_command("a 'b"));
  EXPECT_FALSE(split_command("a \\"));
}

/// A package whose data/ has files of its own and made ones.
class MadeFiles : public testing::Test {
 protected:
  MadeFiles() {
    folder_.make_good();
    made_.write("x", "made\n").write("x.yaml", "args: [a]\nwrong: 1\n");
    for (const char* name : {"secret/1.in", "secret/g/2.in", "secret/g/2.ans"})
      files_[name] = made_.path() / "x";
  }

  [[nodiscard]] Loaded load() const {
    model::Problem problem;
    problem.root = folder_.path();
    return load_made_problem(problem, files_);
  }

  PackageFolder folder_;
  PackageFolder made_;
  model::DataFiles files_;
};

TEST_F(MadeFiles, StandBesideThePackagesOwnAndInFrontOfThem) {
  const Loaded loaded = load();
  EXPECT_EQ(rendered(loaded), "");
  ASSERT_EQ(names_of(loaded.problem.tests), (Words{"secret/1", "secret/g/2"}));
  EXPECT_EQ(loaded.problem.tests[0].input, made_.path() / "x");
  EXPECT_EQ(loaded.problem.tests[0].answer, folder_.path() / "data/secret/1.ans");
}

TEST_F(MadeFiles, AreNamedInMessagesByTheirPlaceInData) {
  files_["secret/g/2.yaml"] = made_.path() / "x.yaml";
  const Loaded loaded = load();
  EXPECT_EQ(loaded.problem.tests[1].args, (Words{"a"}));
  ASSERT_EQ(loaded.diagnostics.size(), 1U);
  EXPECT_EQ(loaded.diagnostics[0].place->path, folder_.path() / "data/secret/g/2.yaml");
}

TEST_F(MadeFiles, DoNotMakeALinkOutOfThePackageOneThatMayBeFollowed) {
  made_.write("3.in", "3\n").write("3.ans", "3\n");
  std::filesystem::create_directory_symlink(made_.path(), folder_.path() / "data/secret/g");
  const Loaded loaded = load();
  EXPECT_TRUE(has_errors(loaded.diagnostics));
  EXPECT_EQ(names_of(loaded.problem.tests), (Words{"secret/1", "secret/g/2"}));
}

}  // namespace
}  // namespace arbiter::package
