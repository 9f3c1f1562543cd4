#include "base/temp_dir.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>

#include "base/file.hpp"

namespace arbiter {
namespace {

namespace fs = std::filesystem;

TEST(TempDir, IsPrivateAndGoesWithAllItHolds) {
  fs::path path;
  {
    const auto folder = TempDir::make("arbiter-test");
    ASSERT_TRUE(folder);
    path = folder->path();
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
  const auto outside = TempDir::make("arbiter-test");
  ASSERT_TRUE(outside);
  ASSERT_TRUE(write_file(outside->path() / "kept", "x"));
  {
    const auto folder = TempDir::make("arbiter-test");
    ASSERT_TRUE(folder);
    fs::create_directory_symlink(outside->path(), folder->path() / "link");
  }
  EXPECT_TRUE(fs::exists(outside->path() / "kept"));
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
    auto folder = TempDir::make("arbiter-test");
    ASSERT_TRUE(folder);
    path = folder->release();
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
  const auto parent = TempDir::make("arbiter-test");
  ASSERT_TRUE(parent);
  abandon(parent->path());
  ASSERT_FALSE(fs::is_empty(parent->path()));
  remove_abandoned_temp_dirs(parent->path());
  EXPECT_TRUE(fs::is_empty(parent->path()));
}

TEST(AbandonedTempDirs, LivingOnesAndWhateverElseIsThereStay) {
  const auto parent = TempDir::make("arbiter-test");
  ASSERT_TRUE(parent);
  const auto living = TempDir::make("arbiter-living", parent->path());
  ASSERT_TRUE(living);
  const auto path = [&](const char* name) { return parent->path() / name; };
  fs::create_directories(path("arbiter-tests.backup"));
  fs::create_directories(path("other.t-ABCDEF"));
  fs::create_directories(path("elsewhere/in"));
  fs::create_directory_symlink(path("elsewhere"), path("arbiter-tests.t-ABCDEF"));
  ASSERT_TRUE(write_file(path("arbiter-tests.t-GHIJKL"), "x"));
  remove_abandoned_temp_dirs(parent->path());
  EXPECT_TRUE(fs::exists(living->path()));
  for (const char* kept : {"arbiter-tests.backup", "other.t-ABCDEF", "elsewhere/in",
                           "arbiter-tests.t-ABCDEF/in", "arbiter-tests.t-GHIJKL"}) {
    EXPECT_TRUE(fs::exists(path(kept))) << kept;
  }
}

}  // namespace
}  // namespace arbiter
