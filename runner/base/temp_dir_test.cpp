#include "base/temp_dir.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

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
    EXPECT_EQ(path.filename().string().rfind("arbiter-test.", 0), 0U);
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

}  // namespace
}  // namespace arbiter
