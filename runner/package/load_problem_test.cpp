#include <gmock/gmock.h>
#include <unistd.h>

#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

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

TEST(TestCase, HasNoMoreFilesThanABoxTakes) {
  PackageFolder folder;
  folder.make_good().write("data/secret/1.files/a/b/c/d/e.txt");
  for (int i = 0; i <= 100; ++i)
    folder.write(fmt::format("data/secret/1.files/{}", i));
  EXPECT_THAT(briefs(folder.load()), ElementsAre("error P039 data/secret/1.files/a/b/c/d/e.txt",
                                                 "error P039 data/secret/1.files"));
}

TEST(AnswerValidators, ThatCannotBeReadSpoilOnlyWhatNeedsThem) {
  PackageFolder folder;
  folder.make_good().link("answer_validators/v.h", "/etc/hostname").write("answer_validators/v.py");
  const Loaded loaded = folder.load_clean();
  EXPECT_THAT(briefs(loaded.generation_diagnostics),
              ElementsAre("error P036 answer_validators/v.h"));
  EXPECT_EQ(loaded.problem.answer_validators.size(), 1U);
}

TEST(LoadProblem, TellsWhereTheCheckerIsNamed) {
  PackageFolder folder;
  folder.make_good().write("arbiter.yaml", "checker: numbers 1e-6 relative\n");
  const std::optional<Place> place = folder.load_clean().checker_place;
  ASSERT_TRUE(place);
  EXPECT_EQ(place->path, (folder.path() / "arbiter.yaml").string());
  EXPECT_EQ(fmt::format("{}:{}+{}", place->line, place->column, place->length), "1:10+7");
}

TEST(PlainFolder, IgnoresNamesThatCannotBeShown) {
  PackageFolder folder;
  folder.add_tests({"1", "\xE5"});
  const Loaded loaded = folder.load();
  EXPECT_THAT(names_of(loaded.problem.tests), ElementsAre("1"));
  EXPECT_FALSE(has_errors(loaded.diagnostics));
  EXPECT_EQ(loaded.diagnostics.size(), 2U);
}

class FindProblem : public ::testing::Test {
 protected:
  FindProblem() {
    folder_.add_tests({"plain/1"})
        .touch({"problems/sums/problem.yaml", "problems/sums/data/secret/1.in",
                "shelf/words/problem.yaml", "sums/readme", "work/deep/file"});
  }
  [[nodiscard]] Result<fs::path> find(const std::string& name, const std::string& start) const {
    return find_problem(name, folder_.path() / start, {folder_.path() / "shelf"});
  }
  [[nodiscard]] fs::path at(const std::string& name) const { return folder_.path() / name; }

  PackageFolder folder_;
};

TEST_F(FindProblem, PrefersAnExistingPath) {
  EXPECT_EQ(find("sums", "").value(), at("sums"));
  EXPECT_EQ(find("sums/", "").value(), at("sums"));
  EXPECT_EQ(find("../problems/sums/", "work").value(), at("problems/sums"));
  EXPECT_EQ(find(at("shelf/words").string(), "").value(), at("shelf/words"));
  EXPECT_EQ(find("problems/sums/problem.yaml", "").value(), at("problems/sums"));
}

TEST_F(FindProblem, KnowsWhatAFolderOfTheSameNameHides) {
  const auto hidden = [&](const std::string& name) {
    return hidden_problem(name, at(""), {at("shelf")});
  };
  EXPECT_EQ(hidden("sums"), at("problems/sums"));
  EXPECT_FALSE(hidden("./sums"));
  EXPECT_FALSE(hidden("words")) << "no folder hides it";
  folder_.touch({"sums/problem.yaml"});
  EXPECT_FALSE(hidden("sums"));
}

TEST_F(FindProblem, LooksUpwardsThenOnTheShelves) {
  EXPECT_EQ(find("sums", "work/deep").value(), at("problems/sums"));
  EXPECT_EQ(find("words", "work/deep").value(), at("shelf/words"));
}

TEST_F(FindProblem, FindsTheProblemAroundIt) {
  EXPECT_EQ(find("", "problems/sums").value(), at("problems/sums"));
  EXPECT_EQ(find("", "problems/sums/data/secret").value(), at("problems/sums"));
  EXPECT_EQ(find("", "plain").value(), at("plain"));
  folder_.touch({"task/task.yaml.orig", "task/sol/solution.py"});
  EXPECT_EQ(find("", "task/sol").value(), at("task"));
}

TEST_F(FindProblem, SaysWhatIsNear) {
  const auto near = find("word", "work");
  ASSERT_FALSE(near);
  EXPECT_EQ(near.error().kind, ErrorKind::usage);
  EXPECT_EQ(near.error().message, "unknown problem 'word'");
  EXPECT_EQ(near.error().help, "did you mean 'words'?");
  EXPECT_THAT(find("unlike", "work").error().help, HasSubstr("sums, words"));
}

TEST_F(FindProblem, RefusesFilesAndStrangePlaces) {
  EXPECT_THAT(find("work/deep/file", "").error().message, HasSubstr("is a file"));
  EXPECT_EQ(find("", "work").error().kind, ErrorKind::usage);
  EXPECT_EQ(find("../shelf/none", "work").error().message,
            "no such file or folder: '../shelf/none'");
  EXPECT_EQ(find("none.zip", "work").error().message, "no such file or folder: 'none.zip'");
  EXPECT_FALSE(find(std::string(100'000, 'x'), "work"));
}

}  // namespace

}  // namespace arbiter::package
