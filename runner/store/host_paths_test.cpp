#include "store/host_paths.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/test_folder.hpp"

namespace arbiter::store {
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

TEST(HostPaths, TakeTheUsersOwnHomeForOneOfAnother) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const TestFolder folder;
  HostEnvironment environment = environment_in(folder);
  environment.home = (folder / "theirs").string();
  environment.own_home = (folder / "mine").string();
  environment.xdg_state_home = (folder / "state").string();
  fs::create_directories(folder / "theirs");
  ASSERT_EQ(::chown(environment.home.c_str(), 4242, 4242), 0);
  const auto paths = find_host_paths(environment);
  ASSERT_TRUE(paths) << paths.error().text();
  EXPECT_EQ(paths->cache, folder / "mine/.cache/arbiter");
  EXPECT_EQ(paths->state, folder / "state/arbiter");
  ASSERT_EQ(paths->refused.size(), 1U);
  EXPECT_THAT(paths->refused.front().message, HasSubstr("/theirs belongs to user 4242; "));
  EXPECT_TRUE(fs::is_empty(environment.home));
}

TEST(HostPaths, PassOverATemporaryFolderThatOthersMayUse) {
  const TestFolder folder;
  const HostEnvironment environment = environment_in(folder);
  const fs::path own = folder / ("arbiter-" + std::to_string(::geteuid()));
  fs::create_directory(own);
  fs::permissions(own, fs::perms{0777});
  const auto is_taken = [&] {
    const auto paths = find_host_paths(environment);
    return paths && paths->cache.string().starts_with(folder.path().string());
  };
  EXPECT_FALSE(is_taken());
  fs::permissions(own, fs::perms{0700});
  EXPECT_TRUE(is_taken());
}

TEST(HostPaths, KnowThisProcess) {
  const auto environment = host_environment();
  ASSERT_TRUE(environment);
  EXPECT_EQ(environment->executable.filename(), "arbiter_store_test");
}

}  // namespace
}  // namespace arbiter::store
