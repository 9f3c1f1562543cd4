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

TEST(DataView, HasWhatWasMadeAndThePackagesOwn) {
  PackageFolder folder;
  folder.make_good();
  PackageFolder made;
  made.write("x.in", "made\n").write("x.ans", "made\n");
  PackageFolder view;
  PackageFolder other_view;
  model::Problem problem;
  problem.root = folder.path();
  const std::map<std::string, std::filesystem::path> files = {
      {"secret/1.in", made.path() / "x.in"},
      {"secret/g/2.in", made.path() / "x.in"},
      {"secret/g/2.ans", made.path() / "x.ans"}};
  const auto loaded = load_made_problem(problem, view.path(), files, made.path());
  EXPECT_EQ(rendered(*loaded), "");
  EXPECT_EQ(names_of(loaded->problem.tests), (Words{"secret/1", "secret/g/2"}));
  const auto refused = load_made_problem(problem, other_view.path(), files, other_view.path());
  EXPECT_TRUE(has_errors(refused->diagnostics))
      << "links may lead where it was said, and no further";
}

}  // namespace
}  // namespace arbiter::package
