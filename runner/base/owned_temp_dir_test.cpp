#include "base/owned_temp_dir.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>

#include "base/file.hpp"

namespace arbiter {
namespace {

namespace fs = std::filesystem;

class OwnedTempDirs : public ::testing::Test {
 protected:
  void SetUp() override {
    auto made = TempDir::make("arbiter-test");
    ASSERT_TRUE(made);
    parent_.emplace(*std::move(made));
  }

  [[nodiscard]] fs::path path(const char* name) const { return parent_->path() / name; }

  std::optional<TempDir> parent_;
};

TEST_F(OwnedTempDirs, GoAtTheEndOfTheirLife) {
  fs::path path;
  {
    const auto folder = OwnedTempDir::make("owned", parent_->path());
    ASSERT_TRUE(folder);
    path = folder->path();
    ASSERT_TRUE(write_file(path / "a", "x"));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(OwnedTempDirs, ThoseOfKilledProcessesAreSwept) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const auto left = OwnedTempDir::make("owned", parent_->path());
    ::_exit(left && write_file(left->path() / "a", "x") ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  ASSERT_FALSE(fs::is_empty(parent_->path()));
  const auto folder = OwnedTempDir::make("owned", parent_->path());
  ASSERT_TRUE(folder);
  EXPECT_EQ(std::distance(fs::directory_iterator(parent_->path()), {}), 1);
}

TEST_F(OwnedTempDirs, LivingOnesAndThoseOfOthersStay) {
  const auto first = OwnedTempDir::make("owned", parent_->path());
  ASSERT_TRUE(first);
  fs::create_directories(path("owned.short"));
  fs::create_directories(path("other.ABCDEF"));
  fs::create_directories(path("elsewhere/in"));
  fs::create_directory_symlink(path("elsewhere"), path("owned.ABCDEF"));
  ASSERT_TRUE(write_file(path("owned.GHIJKL"), "x"));
  const auto second = OwnedTempDir::make("owned", parent_->path());
  ASSERT_TRUE(second);
  EXPECT_TRUE(fs::exists(first->path()));
  for (const char* kept :
       {"owned.short", "other.ABCDEF", "elsewhere/in", "owned.ABCDEF/in", "owned.GHIJKL"})
    EXPECT_TRUE(fs::exists(path(kept))) << kept;
}

TEST_F(OwnedTempDirs, AMissingParentIsAnErrorThatNamesIt) {
  const auto folder = OwnedTempDir::make("owned", "/no/such/folder");
  ASSERT_FALSE(folder);
  EXPECT_NE(folder.error().text().find("/no/such/folder"), std::string::npos);
}

}  // namespace
}  // namespace arbiter
