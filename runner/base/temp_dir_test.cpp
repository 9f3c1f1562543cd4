#include "base/temp_dir.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "base/file.hpp"
#include "base/own_folder.hpp"

namespace arbiter {
namespace {

namespace fs = std::filesystem;

TEST(TempDir, IsPrivateAndGoesWithAllItHolds) {
  fs::path path;
  {
    const TempDir folder = TempDir::make("arbiter-test").value();
    path = folder.path();
    EXPECT_EQ(path.filename().string().rfind("arbiter-test.t-", 0), 0U);
    struct stat info {};
    ASSERT_EQ(::stat(path.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 07777U, 0700U);
    fs::create_directories(path / "a/b");
    ASSERT_TRUE(write_file(path / "a/b/c", "x"));
    // For root these mean nothing; for others the folder must be opened first.
    fs::permissions(path / "a/b", fs::perms::none);
    fs::permissions(path / "a", fs::perms::none);
  }
  EXPECT_FALSE(fs::exists(path)) << "folders without permissions must not stay";
}

TEST(TempDir, NeverFollowsLinksOutOfIt) {
  const TempDir outside = TempDir::make("arbiter-test").value();
  ASSERT_TRUE(write_file(outside.path() / "kept", "x"));
  {
    const TempDir folder = TempDir::make("arbiter-test").value();
    fs::create_directory_symlink(outside.path(), folder.path() / "link");
  }
  EXPECT_TRUE(fs::exists(outside.path() / "kept"));
}

TEST(TempDir, AMoveHandsTheFolderOver) {
  auto first = TempDir::make("arbiter-test");
  auto second = TempDir::make("arbiter-test");
  ASSERT_TRUE(first && second);
  const fs::path first_path = first->path();
  const fs::path second_path = second->path();
  *second = std::move(*first);
  EXPECT_FALSE(fs::exists(second_path));
  EXPECT_TRUE(fs::exists(first_path));
  EXPECT_EQ(second->path(), first_path);
}

TEST(TempDir, AReleasedFolderStays) {
  fs::path path;
  {
    TempDir folder = TempDir::make("arbiter-test").value();
    path = folder.release();
  }
  EXPECT_TRUE(fs::remove(path));
}

TEST(TempDir, AMissingParentIsAnErrorThatNamesIt) {
  const auto folder = TempDir::make("arbiter-test", "/no/such/folder");
  ASSERT_FALSE(folder);
  EXPECT_NE(folder.error().text().find("/no/such/folder"), std::string::npos);
}

// A process that ends without deleting what it made, as one that is killed.
void abandon(const fs::path& parent) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const auto left = TempDir::make("arbiter-abandoned", parent);
    ::_exit(left && write_file(left->path() / "a", "x") ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
}

TEST(AbandonedTempDirs, AreRemoved) {
  const TempDir parent = TempDir::make("arbiter-test").value();
  abandon(parent.path());
  ASSERT_FALSE(fs::is_empty(parent.path()));
  remove_abandoned_temp_dirs(parent.path());
  EXPECT_TRUE(fs::is_empty(parent.path()));
}

TEST(AbandonedTempDirs, LivingOnesAndWhateverElseIsThereStay) {
  const TempDir parent = TempDir::make("arbiter-test").value();
  const TempDir living = TempDir::make("arbiter-living", parent.path()).value();
  const auto path = [&](const char* name) { return parent.path() / name; };
  fs::create_directories(path("arbiter-export.backup"));
  fs::create_directories(path("other.t-ABCDEF"));
  fs::create_directories(path("elsewhere/in"));
  fs::create_directory_symlink(path("elsewhere"), path("arbiter-export.t-ABCDEF"));
  ASSERT_TRUE(write_file(path("arbiter-export.t-GHIJKL"), "x"));
  remove_abandoned_temp_dirs(parent.path());
  EXPECT_TRUE(fs::exists(living.path()));
  for (const char* kept : {"arbiter-export.backup", "other.t-ABCDEF", "elsewhere/in",
                           "arbiter-export.t-ABCDEF/in", "arbiter-export.t-GHIJKL"}) {
    EXPECT_TRUE(fs::exists(path(kept))) << kept;
  }
}

using ::testing::EndsWith;
using ::testing::IsEmpty;

constexpr uid_t k_other = 4242;

class OwnFolders : public ::testing::Test {
 protected:
  OwnFolder ask(const std::string& name) { return own_folder(root / name, ::geteuid()); }
  void give(const std::string& name) const {
    ASSERT_EQ(::lchown((root / name).c_str(), k_other, k_other), 0);
  }

  TempDir folder = TempDir::make("own-folder-test").value();
  fs::path root = fs::canonical(folder.path());
};

#define NEEDS_ROOT \
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away"

TEST_F(OwnFolders, AreMadeForThisUserAlone) {
  const OwnFolder made = ask("a/b/arbiter");
  EXPECT_EQ(made.path, root / "a/b/arbiter");
  EXPECT_THAT(made.distrust, IsEmpty());
  struct stat info {};
  for (const char* name : {"a", "a/b", "a/b/arbiter"}) {
    ASSERT_EQ(::stat((root / name).c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 07777U, 0700U) << name;
  }
  EXPECT_EQ(ask("a/b/arbiter").path, made.path);
}

TEST_F(OwnFolders, AreNoneWhereAnotherUserCouldReplaceThem) {
  NEEDS_ROOT;
  fs::create_directories(root / "theirs/below");
  give("theirs");
  const OwnFolder below = ask("theirs/below/arbiter");
  EXPECT_TRUE(below.path.empty());
  EXPECT_THAT(below.distrust, EndsWith("/theirs belongs to user 4242"));
  EXPECT_FALSE(fs::exists(root / "theirs/below/arbiter"));
  EXPECT_TRUE(ask("theirs").path.empty());
}

TEST_F(OwnFolders, AreNoneWhereAnybodyMayWrite) {
  fs::create_directories(root / "open/arbiter");
  fs::permissions(root / "open", fs::perms{0777});
  EXPECT_THAT(ask("open/arbiter").distrust, EndsWith("/open may be written by other users"));
  fs::permissions(root / "open", fs::perms{01777});
  EXPECT_EQ(ask("open/arbiter").path, root / "open/arbiter");
  fs::permissions(root / "open/arbiter", fs::perms{01777});
  EXPECT_THAT(ask("open/arbiter").distrust, EndsWith("/arbiter may be written by other users"));
}

TEST_F(OwnFolders, AreNoneWithWhatOthersPutThere) {
  NEEDS_ROOT;
  fs::create_directories(root / "arbiter/programs");
  give("arbiter/programs");
  EXPECT_THAT(ask("arbiter").distrust, EndsWith("/programs belongs to user 4242"));
  fs::remove(root / "arbiter/programs");
  std::ofstream(root / "arbiter/results.sqlite") << "theirs";
  give("arbiter/results.sqlite");
  EXPECT_TRUE(ask("arbiter").path.empty());
}

TEST_F(OwnFolders, AreNoneWithLinksInThem) {
  fs::create_directories(root / "arbiter");
  fs::create_directory_symlink("/", root / "arbiter/locks");
  EXPECT_THAT(ask("arbiter").distrust, EndsWith("/locks is a link"));
}

TEST_F(OwnFolders, OnlyMattersInsideWhereOthersGet) {
  fs::create_directories(root / "arbiter/programs");
  fs::permissions(root / "arbiter/programs", fs::perms{0777});
  fs::permissions(root / "arbiter", fs::perms{0755});
  EXPECT_THAT(ask("arbiter").distrust, EndsWith("/programs may be written by other users"));
  fs::permissions(root / "arbiter", fs::perms{0700});
  EXPECT_EQ(ask("arbiter").path, root / "arbiter");
}

TEST_F(OwnFolders, AreReachedThroughLinksThatAreTrusted) {
  fs::create_directories(root / "real");
  fs::create_directory_symlink("../" + root.filename().string() + "/real", root / "link");
  fs::create_directory_symlink(root / "link", root / "absolute");
  EXPECT_EQ(ask("absolute/arbiter").path, root / "real/arbiter");
  fs::create_directory_symlink("circle", root / "circle");
  EXPECT_TRUE(ask("circle/arbiter").path.empty());
}

TEST_F(OwnFolders, AreNotReachedThroughLinksOfOthers) {
  NEEDS_ROOT;
  fs::permissions(root, fs::perms{01777});
  fs::create_directories(root / "real");
  fs::create_directory_symlink(root / "real", root / "link");
  give("link");
  EXPECT_THAT(ask("link/arbiter").distrust, EndsWith("/link belongs to user 4242"));
  EXPECT_FALSE(fs::exists(root / "real/arbiter"));
}

TEST_F(OwnFolders, SayNothingOfWhatIsJustNotThere) {
  std::ofstream(root / "file") << "";
  const OwnFolder own = ask("file/arbiter");
  EXPECT_TRUE(own.path.empty());
  EXPECT_THAT(own.distrust, IsEmpty());
  EXPECT_TRUE(own_folder("relative", ::geteuid()).path.empty());
}

TEST_F(OwnFolders, KnowWhatIsOnesOwn) {
  std::ofstream(root / "file") << "";
  EXPECT_TRUE(is_own(root / "file"));
  EXPECT_TRUE(is_own_or_roots(root / "file"));
  EXPECT_FALSE(is_own(root / "nothing"));
  EXPECT_FALSE(is_own_or_roots(root / "nothing"));
  fs::create_symlink("file", root / "link");
  EXPECT_FALSE(is_own(root / "link"));
  fs::permissions(root / "file", fs::perms{0666});
  EXPECT_FALSE(is_own(root / "file"));
  EXPECT_FALSE(is_own_or_roots(root / "file"));
  EXPECT_TRUE(is_own_or_roots("/")) << "whoever asks";
}

TEST_F(OwnFolders, KnowWhatIsOfOthers) {
  NEEDS_ROOT;
  std::ofstream(root / "file") << "";
  give("file");
  EXPECT_FALSE(is_own(root / "file"));
  EXPECT_FALSE(is_own_or_roots(root / "file"));
}

}  // namespace
}  // namespace arbiter
