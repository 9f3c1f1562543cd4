#include "judge/generate/written_tests.hpp"

#include <gtest/gtest.h>

#include "judge/fake_box.hpp"
#include "store/hash.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;

class Written : public testing::Test {
 protected:
  /// A file with this content, to be written.
  fs::path content(const std::string& text) {
    return made_.write("content-" + std::to_string(count_++), text);
  }
  DataChanges write(const std::map<std::string, fs::path>& wanted) {
    auto written = WrittenTests::open(problem_.path());
    EXPECT_TRUE(written && written->find_conflicts(wanted).empty());
    auto changes = written->write(wanted);
    EXPECT_TRUE(changes) << (changes ? "" : changes.error().text());
    return *changes;
  }
  std::size_t conflicts(const std::map<std::string, fs::path>& wanted) {
    return WrittenTests::open(problem_.path())->find_conflicts(wanted).size();
  }

  TestFolder problem_;
  TestFolder made_;
  int count_ = 0;
};

TEST_F(Written, AreReplacedAndRemovedAgain) {
  const DataChanges first =
      write({{"secret/g/1.in", content("1\n")}, {"secret/2.in", content("2\n")}});
  EXPECT_EQ(first.written, (std::vector<std::string>{"secret/2.in", "secret/g/1.in"}));
  const DataChanges second = write({{"secret/2.in", content("two\n")}});
  EXPECT_EQ(second.removed, std::vector<std::string>{"secret/g/1.in"});
  EXPECT_EQ(second.written, std::vector<std::string>{"secret/2.in"});
  EXPECT_EQ(read_all(problem_ / "data/secret/2.in"), "two\n");
  EXPECT_FALSE(fs::exists(problem_ / "data/secret/g"));
  write({});
  EXPECT_TRUE(fs::is_empty(problem_ / "data"));
}

TEST_F(Written, AreAddedToWhatIsThere) {
  write({{"secret/1.in", content("1\n")}});
  ASSERT_TRUE(WrittenTests::open(problem_.path())->add({{"secret/g/2.in", content("2\n")}}));
  EXPECT_EQ(read_all(problem_ / "data/secret/1.in"), "1\n");
  EXPECT_TRUE(WrittenTests::open(problem_.path())->is_own("secret/g/2.in"));
  EXPECT_EQ(write({{"secret/1.in", content("1\n")}}).removed,
            std::vector<std::string>{"secret/g/2.in"});
}

TEST_F(Written, LeaveWhatIsMadeByHand) {
  problem_.write("data/secret/1.in", "by hand\n");
  problem_.write("data/secret/same.in", "same\n");
  EXPECT_EQ(conflicts({{"secret/1.in", content("1\n")}}), 1U);
  const DataChanges changes =
      write({{"secret/same.in", content("same\n")}, {"secret/2.in", content("2\n")}});
  EXPECT_EQ(changes.unchanged, 1U);
  write({});
  EXPECT_EQ(read_all(problem_ / "data/secret/1.in"), "by hand\n");
  EXPECT_EQ(read_all(problem_ / "data/secret/same.in"), "same\n");
  EXPECT_FALSE(fs::exists(problem_ / "data/secret/2.in"));
}

TEST_F(Written, ThatWereChangedSinceAreKept) {
  write({{"secret/1.in", content("1\n")}, {"secret/2.in", content("2\n")}});
  problem_.write("data/secret/1.in", "changed\n");
  EXPECT_EQ(conflicts({{"secret/1.in", content("1 again\n")}}), 1U);
  const DataChanges changes = write({});
  EXPECT_EQ(changes.kept, std::vector<std::string>{"secret/1.in"});
  EXPECT_EQ(read_all(problem_ / "data/secret/1.in"), "changed\n");
}

TEST_F(Written, NeverLieBeyondALink) {
  TestFolder elsewhere;
  fs::create_directories(problem_ / "data");
  fs::create_directory_symlink(elsewhere.path(), problem_ / "data/secret");
  EXPECT_EQ(conflicts({{"secret/1.in", content("1\n")}}), 1U);
  fs::remove(problem_ / "data/secret");
  fs::remove(problem_ / "data");
  fs::create_directory_symlink(elsewhere.path(), problem_ / "data");
  EXPECT_EQ(conflicts({{"secret/1.in", content("1\n")}}), 1U);
  EXPECT_TRUE(fs::is_empty(elsewhere.path()));
}

TEST_F(Written, ListsFromElsewhereLeadNowhere) {
  problem_.write("victim", "x\n");
  TestFolder elsewhere;
  elsewhere.write("far", "x\n");
  fs::create_directories(problem_ / "data");
  fs::create_directory_symlink(elsewhere.path(), problem_ / "data/link");
  const std::string hash = store::sha256("x\n");
  problem_.write("data/.arbiter-generated", hash + " ../victim\n" + hash + " " +
                                                (problem_ / "victim").string() + "\n" + hash +
                                                " link/far\n" + "folder ..\nnonsense\n");
  write({});
  EXPECT_TRUE(fs::exists(problem_ / "victim"));
  EXPECT_TRUE(fs::exists(elsewhere / "far"));
}

TEST_F(Written, FilesOfAKilledCallAreStillKnown) {
  // Listed, and then killed before all were there: one old, one new, one not there at all.
  problem_.write("data/secret/1.in", "old\n");
  problem_.write("data/secret/2.in", "new\n");
  problem_.write("data/.arbiter-generated", store::sha256("old\n") + " secret/1.in\n" +
                                                store::sha256("new\n") + " secret/1.in\n" +
                                                store::sha256("new\n") + " secret/2.in\n" +
                                                store::sha256("new\n") + " secret/3.in\n");
  write({});
  EXPECT_FALSE(fs::exists(problem_ / "data/secret/1.in"));
  EXPECT_FALSE(fs::exists(problem_ / "data/secret/2.in"));
  EXPECT_FALSE(fs::exists(problem_ / "data/.arbiter-generated"));
}

}  // namespace
}  // namespace arbiter::judge
