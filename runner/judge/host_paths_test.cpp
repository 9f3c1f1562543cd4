#include "judge/host_paths.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "judge/test_files.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

HostEnvironment environment_in(const TestFolder& folder) {
  HostEnvironment environment;
  environment.executable = "/opt/arbiter/bin/arbiter";
  environment.tmpdir = folder.path().string();
  environment.user = ::geteuid();
  return environment;
}

TEST(HostPaths, FollowTheExecutableAndXdg) {
  const TestFolder folder;
  HostEnvironment environment = environment_in(folder);
  environment.home = (folder / "home").string();
  environment.xdg_cache_home = (folder / "cache").string();
  const auto paths = find_host_paths(environment);
  ASSERT_TRUE(paths);
  EXPECT_EQ(paths->share, "/opt/arbiter/share/arbiter");
  EXPECT_EQ(paths->arbiter_box, "/opt/arbiter/libexec/arbiter/arbiter-box");
  EXPECT_EQ(paths->cache, folder / "cache/arbiter");
  EXPECT_EQ(paths->state, folder / "home/.local/state/arbiter");
  EXPECT_TRUE(fs::is_directory(paths->cache));
  EXPECT_TRUE(fs::is_directory(paths->state));
}

TEST(HostPaths, IgnoreRelativeVariables) {
  const TestFolder folder;
  HostEnvironment environment = environment_in(folder);
  environment.home = (folder / "home").string();
  environment.xdg_cache_home = "relative";
  EXPECT_EQ(find_host_paths(environment)->cache, folder / "home/.cache/arbiter");
}

TEST(HostPaths, FallBackToAPrivateTemporaryFolder) {
  const TestFolder folder;
  HostEnvironment environment = environment_in(folder);
  // A home that is a file can be written by nobody, root included.
  environment.home = folder.write("home", "").string();
  const auto paths = find_host_paths(environment);
  ASSERT_TRUE(paths) << paths.error().text();
  const fs::path own = folder / ("arbiter-" + std::to_string(::geteuid()));
  EXPECT_EQ(paths->cache, own / "cache");
  EXPECT_EQ(paths->state, own / "state");
  struct stat info {};
  ASSERT_EQ(::stat(own.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0700U);
}

TEST(HostPaths, RefuseATemporaryFolderThatOthersMayUse) {
  const TestFolder folder;
  const HostEnvironment environment = environment_in(folder);
  const fs::path own = folder / ("arbiter-" + std::to_string(::geteuid()));
  fs::create_directory(own);
  fs::permissions(own, fs::perms{0777});
  const auto open = find_host_paths(environment);
  ASSERT_FALSE(open);
  EXPECT_THAT(open.error().message, HasSubstr("not a folder of this user alone"));
  fs::remove(own);
  fs::create_directory_symlink(folder.path(), own);
  EXPECT_FALSE(find_host_paths(environment));
}

TEST(HostPaths, KnowThisProcess) {
  const auto environment = host_environment();
  ASSERT_TRUE(environment);
  EXPECT_EQ(environment->executable.filename(), "judge_test");
}

}  // namespace
}  // namespace arbiter::judge
