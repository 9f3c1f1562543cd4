#include <gmock/gmock.h>
#include <unistd.h>

#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// One file or more of every kind that a package may hold.
void make_full(PackageFolder& folder) {
  folder.make_good()
      .add_tests({"data/sample/2", "data/secret/a/x", "data/secret/a-b",
                  "data/invalid_output/wrong", "data/valid_output/right"})
      .touch({"data/secret/a-b.png", "data/secret/README.md", "data/secret/.gitkeep",
              "data/invalid_input/bad.in", "data/invalid_output/wrong.out",
              "data/valid_output/right.out", "input_validators/one.py", "input_validators/kit.h",
              "input_validators/two/main.cpp", "input_validators/two/more/list.txt",
              "output_validator/check.cpp", "output_validator/check.h",
              "submissions/accepted/another.py", "submissions/accepted/reference.cpp",
              "submissions/wrong_answer/folder/main.cpp", "submissions/mixed/x.rs",
              "attachments/player.py", "attachments/more/data.bin"});
}

TEST(LoadProblem, FindsEverythingInAPackage) {
  PackageFolder folder;
  make_full(folder);
  const Loaded loaded = folder.load_clean();
  const model::Problem& problem = loaded.problem;
  const fs::path& root = folder.path();
  EXPECT_EQ(problem.root, root);
  EXPECT_EQ(problem.id, root.filename().string());
  EXPECT_FALSE(problem.is_plain_folder);
  EXPECT_THAT(names_of(problem.tests),
              ElementsAre("sample/2", "secret/1", "secret/a/x", "secret/a-b"));
  EXPECT_EQ(problem.tests[2].input, root / "data/secret/a/x.in");
  EXPECT_EQ(problem.tests[2].answer, root / "data/secret/a/x.ans");
  EXPECT_THAT(names_of(problem.invalid_inputs), ElementsAre("invalid_input/bad"));
  EXPECT_EQ(problem.invalid_inputs[0].answer, std::nullopt);
  ASSERT_EQ(problem.invalid_outputs.size(), 1U);
  EXPECT_EQ(problem.invalid_outputs[0].output, root / "data/invalid_output/wrong.out");
  ASSERT_EQ(problem.valid_outputs.size(), 1U);
  EXPECT_EQ(problem.valid_outputs[0].test.name, "valid_output/right");
  ASSERT_EQ(problem.input_validators.size(), 2U);
  EXPECT_EQ(problem.input_validators[0].name, "one.py");
  EXPECT_EQ(problem.input_validators[0].base, root / "input_validators");
  EXPECT_THAT(problem.input_validators[0].files,
              ElementsAre(root / "input_validators/kit.h", root / "input_validators/one.py"));
  EXPECT_THAT(problem.input_validators[1].files,
              ElementsAre(root / "input_validators/two/main.cpp",
                          root / "input_validators/two/more/list.txt"));
  ASSERT_TRUE(problem.output_validator);
  EXPECT_EQ(problem.output_validator->base, root / "output_validator");
  EXPECT_EQ(problem.output_validator->files.size(), 2U);
  ASSERT_EQ(problem.submissions.size(), 4U);
  EXPECT_EQ(problem.submissions[2].label, "mixed");
  EXPECT_EQ(problem.submissions[3].path, root / "submissions/wrong_answer/folder");
  EXPECT_EQ(problem.reference, root / "submissions/accepted/reference.cpp");
  EXPECT_THAT(problem.attachments,
              ElementsAre(root / "attachments/more/data.bin", root / "attachments/player.py"));
}

TEST(LoadProblem, TakesTheFirstAcceptedAsReference) {
  PackageFolder folder;
  folder.make_good().write("submissions/accepted/b.cpp").write("submissions/accepted/a.py");
  EXPECT_EQ(folder.load().problem.reference, folder.path() / "submissions/accepted/a.py");
}

TEST(LoadProblem, NamesFilesTheWayTheFolderWasNamed) {
  PackageFolder folder;
  folder.make_good().write("sub/problem.yaml", "- a\n");
  const fs::path here = fs::current_path();
  fs::current_path(folder.path());
  const Loaded loaded = load_problem("sub/");
  const Loaded same = load_problem("sub/../.");
  fs::current_path(here);
  EXPECT_EQ(loaded.diagnostics.at(0).place->path, "sub/problem.yaml");
  EXPECT_EQ(loaded.problem.root, folder.path() / "sub");
  EXPECT_EQ(loaded.problem.id, "sub");
  EXPECT_EQ(same.problem.root, folder.path());
}

TEST(LoadProblem, RefusesWhatIsNoFolder) {
  PackageFolder folder;
  folder.write("file");
  const auto file = folder.below(load_problem(folder.path() / "file").diagnostics);
  EXPECT_EQ(briefs(file), std::vector<std::string>{"error P030 file"});
  const auto none = folder.below(load_problem(folder.path() / "none").diagnostics);
  EXPECT_EQ(briefs(none), std::vector<std::string>{"error P030 none"});
  EXPECT_THAT(rendered(none), HasSubstr("the folder does not exist"));
}

TEST(LoadProblem, FollowsLinksThatStayInside) {
  PackageFolder folder;
  folder.make_good()
      .link("data/secret/2.in", "1.in")
      .link("data/secret/2.ans", (folder.path() / "data/secret/1.ans").string())
      .add_tests({"more/3"})
      .link("data/secret/more", "../../more");
  const Loaded loaded = folder.load_clean();
  EXPECT_THAT(names_of(loaded.problem.tests), ElementsAre("secret/1", "secret/2", "secret/more/3"));
  EXPECT_EQ(loaded.problem.tests[2].input, folder.path() / "data/secret/more/3.in");
}

TEST(LoadProblem, MayBeGivenThroughALink) {
  PackageFolder folder;
  folder.write("real/problem.yaml", k_good_yaml)
      .write("real/data/secret/1.in")
      .link("real/data/secret/1.ans", "1.in")
      .link("link", "real");
  const Loaded loaded = load_problem(folder.path() / "link");
  EXPECT_THAT(loaded.diagnostics, IsEmpty()) << rendered(loaded);
  EXPECT_EQ(loaded.problem.id, "link");
}

// Root can read everything, so there is nothing to see for it.
TEST(LoadProblem, NamesWhatCannotBeRead) {
  if (::geteuid() == 0) GTEST_SKIP() << "runs as root";
  PackageFolder folder;
  folder.make_good().add_tests({"data/secret/2"}).write("data/sample/1.in");
  fs::permissions(folder.path() / "data/secret/2.in", fs::perms::none);
  fs::permissions(folder.path() / "data/sample", fs::perms::none);
  const Loaded loaded = folder.load();
  EXPECT_THAT(briefs(loaded), ElementsAre("error P001 data/sample", "error P001 data/secret/2.in"));
  fs::permissions(folder.path() / "data/sample", fs::perms::owner_all);
}

TEST(LoadProblem, ReadsAReadOnlyPackageAndWritesNothing) {
  PackageFolder folder;
  folder.make_good();
  fs::permissions(folder.path() / "data/secret", fs::perms::owner_read | fs::perms::owner_exec);
  const auto before = fs::last_write_time(folder.path());
  folder.load_clean();
  EXPECT_EQ(fs::last_write_time(folder.path()), before);
  fs::permissions(folder.path() / "data/secret", fs::perms::owner_all);
}

TEST(LoadProblem, ReportsTheFaultsOfAllFilesAtOnce) {
  PackageFolder folder;
  folder.make_good()
      .write("problem.yaml", "a: [\n")
      .write("arbiter.yaml", "b: 1\n")
      .write("data/secret/2.ans");
  EXPECT_THAT(briefs(folder.load()),
              ElementsAre("error P007 problem.yaml:2:1", "error P011 arbiter.yaml:1:1",
                          "error P033 data/secret/2.ans"));
}

TEST(LoadProblem, BoundsLinksThatMultiply) {
  PackageFolder folder;
  folder.make_good();
  // Each level holds the next ten times: ten to the power of eight paths.
  for (int level = 0; level < 8; ++level) {
    for (int i = 0; i < 10; ++i) {
      folder.link(fmt::format("level{}/{}", level, i), fmt::format("../level{}", level + 1));
    }
  }
  folder.write("level8/1.in").link("data/secret/many", "../../level0");
  const Loaded loaded = folder.load();
  EXPECT_TRUE(has_errors(loaded.diagnostics));
  EXPECT_THAT(rendered(loaded), HasSubstr("P039"));
  EXPECT_LE(loaded.diagnostics.size(), 100U);
}

TEST(TestCase, HasArgumentsAndFiles) {
  PackageFolder folder;
  folder.make_good()
      .write("data/secret/test_group.yaml", "args: [--fast, '5']\n")
      .add_tests({"data/secret/2"})
      .write("data/secret/1.files/words.txt")
      .write("data/secret/1.files/a/b.txt")
      .write("data/secret/2.yaml", "args: []\n");
  const Loaded loaded = folder.load_clean();
  const auto& tests = loaded.problem.tests;
  ASSERT_EQ(tests.size(), 2U);
  EXPECT_THAT(tests[0].args, ElementsAre("--fast", "5"));
  ASSERT_EQ(tests[0].files.size(), 2U);
  EXPECT_EQ(tests[0].files[0].name, "a/b.txt");
  EXPECT_EQ(tests[0].files[1].path, folder.path() / "data/secret/1.files/words.txt");
  EXPECT_THAT(tests[1].args, IsEmpty());
  EXPECT_THAT(loaded.problem.args, ElementsAre("--fast", "5"));
}

TEST(TestCase, HasNoMoreFilesThanABoxTakes) {
  PackageFolder folder;
  folder.make_good().write("data/secret/1.files/a/b/c/d/e.txt");
  for (int i = 0; i <= 100; ++i)
    folder.write(fmt::format("data/secret/1.files/{}", i));
  EXPECT_THAT(briefs(folder.load()), ElementsAre("error P039 data/secret/1.files/a/b/c/d/e.txt",
                                                 "error P039 data/secret/1.files"));
}

TEST(Includes, AreFoldersByLanguage) {
  PackageFolder folder;
  folder.make_good().write("include/cpp/a/kit.h").write("include/default/words.txt");
  const Loaded loaded = folder.load_clean();
  const auto& includes = loaded.problem.includes;
  ASSERT_EQ(includes.size(), 2U);
  EXPECT_EQ(includes.at("cpp").base, folder.path() / "include/cpp");
  EXPECT_THAT(includes.at("cpp").files, ElementsAre(folder.path() / "include/cpp/a/kit.h"));
}

TEST(Constants, AreReadAndReplacedInGroupFiles) {
  PackageFolder folder;
  folder.make_good()
      .write("problem.yaml", good_with("constants: {n: 5, pi: {value: 3.14, tex: '$3.14$'}}\n"))
      .write("data/secret/test_group.yaml", "args: ['{{n}}', '{{pi.tex}}', '{{m}}']\n");
  const Loaded loaded = folder.load_clean();
  EXPECT_EQ(loaded.problem.constants.at("pi"), "3.14");
  EXPECT_THAT(loaded.problem.tests.at(0).args, ElementsAre("5", "$3.14$", "{{m}}"));
}

TEST(LoadProblem, TakesGrammarsForInputValidators) {
  PackageFolder folder;
  folder.make_good().write("input_validators/v.ctd").write("input_validators/w.py");
  const Loaded loaded = folder.load_clean();
  ASSERT_EQ(loaded.problem.input_validators.size(), 2U);
  EXPECT_EQ(loaded.problem.input_validators[0].protocol, model::CallProtocol::checktestdata);
  EXPECT_EQ(loaded.problem.input_validators[0].files.size(), 1U);
  EXPECT_EQ(loaded.problem.input_validators[1].protocol, model::CallProtocol::kattis);
}

}  // namespace
}  // namespace arbiter::package
