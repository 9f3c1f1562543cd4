#include <gtest/gtest.h>

#include <algorithm>

#include "package/generators/parts.hpp"
#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

using Words = std::vector<std::string>;

/// A package with a generator, a solution and this generators.yaml.
class Generators : public testing::Test {
 protected:
  Generators() {
    folder_.make_good()
        .add_tests({"generators/manual/one"})
        .touch({"generators/gen.py", "generators/a.cpp", "generators/lib.h",
                "generators/dir/main.py", "submissions/accepted/sol.py"});
  }

  const model::Generation& read(std::string_view yaml) {
    folder_.write("generators/generators.yaml", yaml);
    loaded_ = folder_.load();
    return loaded_.problem.generation;
  }
  Words names(std::string_view yaml) {
    Words all;
    for (const model::TestRecipe& recipe : read(yaml).tests)
      all.push_back(recipe.name);
    return all;
  }
  Words faults(std::string_view yaml) {
    read(yaml);
    return briefs(loaded_.generation_diagnostics);
  }
  std::string text() { return rendered(loaded_.generation_diagnostics); }

  PackageFolder folder_;
  Loaded loaded_;
};

TEST_F(Generators, AreAbsentInMostPackages) {
  const Loaded loaded = folder_.load();
  EXPECT_TRUE(loaded.problem.generation.file.empty());
  EXPECT_TRUE(loaded.problem.generation.tests.empty());
}

TEST_F(Generators, NumberTestsThroughTheFileAndFoldersThroughTheirParent) {
  EXPECT_EQ(names(R"(
data:
  sample:
    data:
      - "": {in: "1"}
      - ~: {in: "2"}
  secret:
    data:
      - b: gen.py 1
      - group:
          data:
            - x: gen.py 2
            - "": gen.py 3
      - c: {generate: "gen.py {count}", count: 5}
      - group:
          data: {z: gen.py 4, y: gen.py 5}
)"),
            (Words{"sample/01", "sample/02", "secret/03-b", "secret/1-group/04-x",
                   "secret/1-group/05", "secret/06-c-1", "secret/07-c-2", "secret/08-c-3",
                   "secret/09-c-4", "secret/10-c-5", "secret/2-group/y", "secret/2-group/z"}));
  EXPECT_EQ(text(), "");
}

TEST_F(Generators, PadConsecutiveCounts) {
  EXPECT_EQ(names("data:\n  secret:\n    data:\n"
                  "      a: {generate: 'gen.py {count}', count: 9..=10}\n"
                  "      b: {generate: 'gen.py b {count}', count: [-1, 0]}\n"
                  "      c: {generate: 'gen.py c {count}', count: [5, 100]}\n"
                  "      d: {generate: 'gen.py d', count: 1}\n"),
            (Words{"secret/a-09", "secret/a-10", "secret/b--1", "secret/b-00", "secret/c-5",
                   "secret/c-100", "secret/d-1"}));
}

TEST_F(Generators, InheritSettings) {
  const auto& tests = read(R"(
solution: /submissions/accepted/sol.py
random_salt: abc
data:
  sample:
    solution:
    data: {"1": gen.py 1}
  secret:
    retries: 3
    data:
      own: {generate: "gen.py {seed}", random_salt: "1.0", solution: /generators/a.cpp}
      plain: gen.py  {seed:7} {name}
)")
                          .tests;
  ASSERT_EQ(tests.size(), 3U) << text();
  EXPECT_EQ(tests[0].answer, model::AnswerSource::none);
  EXPECT_EQ(tests[1].solution, folder_.path() / "generators/a.cpp");
  EXPECT_EQ(tests[1].seed_text, "1.0gen.py {seed}");
  EXPECT_EQ(tests[1].retries, 3);
  EXPECT_EQ(tests[2].solution, folder_.path() / "submissions/accepted/sol.py");
  EXPECT_EQ(tests[2].seed_text, "abcgen.py  {seed:7} {name}");
  EXPECT_TRUE(tests[2].uses_seed);
}

TEST_F(Generators, GiveEachOfACountItsOwnSeed) {
  const auto& tests = read(
                          "data: {secret: {data: {a: {generate: ' gen.py {seed} {count} ', "
                          "count: 2}}}}\n")
                          .tests;
  ASSERT_EQ(tests.size(), 2U) << text();
  EXPECT_EQ(tests[0].seed_text, "gen.py {seed} 1");
  EXPECT_EQ(tests[1].seed_text, ":1gen.py {seed} 2");
  EXPECT_FALSE(tests[1].may_repeat);
}

TEST_F(Generators, ReadContents) {
  const auto& generation = read(R"(
data:
  sample:
    test_group.yaml: {output_validator_args: [x, "1e-2"]}
    data:
      a:
        in: 1 2
        ans: "3\n"
        in.download: {link: in}
        yaml: {hint: "say \"no\"", full: 1}
      b: {copy: manual/one}
  secret:
)");
  ASSERT_EQ(generation.tests.size(), 2U) << text();
  const model::TestRecipe& a = generation.tests[0];
  EXPECT_EQ(a.literals.at(".in"), "1 2\n");
  EXPECT_EQ(a.literals.at(".ans"), "3\n");
  EXPECT_EQ(a.literals.at(".yaml"), "hint: \"say \\\"no\\\"\"\nfull: 1\n");
  EXPECT_EQ(a.links.at(".in.download"), ".in");
  EXPECT_EQ(generation.tests[1].copies.size(), 2U);
  EXPECT_EQ(generation.group_files.at("sample/test_group.yaml"),
            "output_validator_args: [\"x\", \"1e-2\"]\n");
  EXPECT_EQ(generation.folders, (Words{"sample", "secret"}));
}

TEST_F(Generators, FindPrograms) {
  const auto& programs = read(R"(
generators:
  two: [gen.py, lib.h]
data:
  secret:
    data: {a: two 1, b: gen.py 1, c: a.cpp, d: dir 5}
)")
                             .programs;
  ASSERT_EQ(programs.size(), 4U) << text();
  EXPECT_EQ(programs.at("two").entry, "gen.py");
  EXPECT_EQ(programs.at("gen.py").files.size(), 1U);
  EXPECT_EQ(programs.at("a.cpp").files.size(), 2U) << "headers lie beside";
  EXPECT_EQ(programs.at("dir").base, folder_.path() / "generators/dir");
}

TEST_F(Generators, IncludeWhatStandsBefore) {
  const auto& tests = read(R"(
data:
  sample: {data: {"1": gen.py 1}}
  secret:
    include: [sample]
    data:
      sub: {data: {x: gen.py 2}}
      z: {include: [sub, "1"]}
)")
                          .tests;
  Words pairs;
  for (const auto& test : tests)
    pairs.push_back(test.name + "=" + test.origin);
  EXPECT_EQ(pairs, (Words{"sample/1=sample/1", "secret/sub/x=secret/sub/x",
                          "secret/z/x=secret/sub/x", "secret/z/1=sample/1", "secret/1=sample/1"}))
      << text();
}

TEST_F(Generators, RefuseIncludesThatGoRoundOrAhead) {
  EXPECT_EQ(faults(R"(
data:
  secret:
    data:
      a: {include: [a]}
      b: {include: [secret, later, x/y], data: {}}
      later: gen.py
)"),
            (Words{"error P014 generators/generators.yaml:5:21",
                   "error P014 generators/generators.yaml:6:21",
                   "error P014 generators/generators.yaml:6:29",
                   "error P014 generators/generators.yaml:6:36"}));
  EXPECT_NE(text().find("names the folder that contains it"), std::string::npos);
}

TEST_F(Generators, ReportManyFaultsAtOnceWithTheNearestName) {
  EXPECT_EQ(faults(R"(
solution: /submissions/accepted/soll.py
retires: 2
data:
  secrets: {data: {}}
  secret:
    data:
      a: genn.py 1
      b: {in: 5}
      c: {genrate: gen.py 1, in: "x"}
      d: gen.py 'x
      e: gen.py {seed} {seed:2}
      f: {generate: gen.py, count: 1000000}
      g: {copy: ../../../etc/passwd}
      h: {copy: manual/two}
      i:
      j: {ans: "1"}
)"),
            (Words{"error P014 generators/generators.yaml:2:11",
                   "warning P011 generators/generators.yaml:3:1",
                   "error P011 generators/generators.yaml:5:3",
                   "error P014 generators/generators.yaml:8:10",
                   "error P013 generators/generators.yaml:9:15",
                   "error P011 generators/generators.yaml:10:11",
                   "error P014 generators/generators.yaml:11:10",
                   "error P014 generators/generators.yaml:12:10",
                   "error P014 generators/generators.yaml:13:36",
                   "error P014 generators/generators.yaml:14:17",
                   "error P014 generators/generators.yaml:15:17",
                   "error P012 generators/generators.yaml:16:7",
                   "error P012 generators/generators.yaml:17:7"}));
  for (const char* near : {"'sol.py'", "'retries'", "'secret'", "'gen.py'", "'generate'"}) {
    EXPECT_NE(text().find(std::string("did you mean ") + near), std::string::npos) << near;
  }
}

TEST_F(Generators, RefuseTwoTestsOfOneName) {
  EXPECT_EQ(faults("data: {secret: {data: {a-1: gen.py 1, a: {generate: gen.py 2, count: 2}}}}\n"),
            (Words{"error P014 generators/generators.yaml:1:24"}));
}

TEST_F(Generators, StayBoundedWhateverAliasesSay) {
  std::string yaml = "x: &a {in: \"1\", count: 100}\ndata:\n  secret:\n    data:\n";
  for (int i = 0; i < 200; ++i)
    yaml += "      t" + std::to_string(i) + ": *a\n";
  EXPECT_EQ(read(yaml).tests.size(), 10'000U);
  EXPECT_NE(text().find("more than 10000 tests"), std::string::npos);
}

TEST_F(Generators, AreNoFaultOfThePackage) {
  faults("data: {secret: {data: {a: nobody 1}}}\n");
  EXPECT_FALSE(has_errors(loaded_.diagnostics));
  EXPECT_TRUE(has_errors(loaded_.generation_diagnostics));
  EXPECT_EQ(loaded_.problem.tests.size(), 1U);
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
  model::Problem problem;
  problem.root = folder.path();
  ASSERT_TRUE(fill_data_view(problem, view.path(),
                             {{"secret/1.in", made.path() / "x.in"},
                              {"secret/g/2.in", made.path() / "x.in"},
                              {"secret/g/2.ans", made.path() / "x.ans"}}));
  const Loaded loaded = load_made_problem(folder.path(), view.path(), made.path());
  EXPECT_EQ(rendered(loaded), "");
  EXPECT_EQ(names_of(loaded.problem.tests), (Words{"secret/1", "secret/g/2"}));
  const Loaded refused = load_made_problem(folder.path(), view.path(), view.path());
  EXPECT_TRUE(has_errors(refused.diagnostics))
      << "links may lead where it was said, and no further";
}

}  // namespace
}  // namespace arbiter::package
