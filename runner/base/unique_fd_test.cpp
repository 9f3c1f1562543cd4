#include "base/unique_fd.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file.hpp"

namespace arbiter {
namespace {

bool is_open(int fd) {
  return ::fcntl(fd, F_GETFD) >= 0;
}

UniqueFd null_device() {
  return UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
}

TEST(UniqueFd, ClosesWhatItOwnsOnce) {
  int number = -1;
  {
    UniqueFd fd = null_device();
    number = fd.get();
    EXPECT_TRUE(is_open(number));
    const UniqueFd moved = std::move(fd);
    EXPECT_FALSE(fd);  // NOLINT(bugprone-use-after-move): what a move leaves is the subject
    EXPECT_TRUE(is_open(number));
  }
  EXPECT_FALSE(is_open(number));
}

TEST(UniqueFd, AssignmentClosesTheOldOne) {
  UniqueFd first = null_device();
  UniqueFd second = null_device();
  const int old = first.get();
  const int kept = second.get();
  first = std::move(second);
  EXPECT_FALSE(is_open(old));
  EXPECT_EQ(first.get(), kept);
}

TEST(UniqueFd, ReleaseGivesItAway) {
  UniqueFd fd = null_device();
  const UniqueFd owner(fd.release());
  EXPECT_FALSE(fd.is_open());
  EXPECT_TRUE(is_open(owner.get()));
}

constexpr const char* k_switch = "--show-open-descriptors";

/// The descriptors that this program was started with, beyond the standard three.
int count_descriptors() {
  std::vector<int> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    found.push_back(std::stoi(entry.path().filename().string()));
  }
  int extra = 0;
  for (const int fd : found) {
    if (fd > 2 && is_open(fd)) ++extra;  // the iterator's own is closed by now
  }
  return extra;
}

/// Runs this test program again; its exit status is the number of descriptors it inherited.
int inherited_descriptors() {
  const pid_t child = ::fork();
  if (child == 0) {
    ::execl("/proc/self/exe", "self", k_switch, nullptr);
    ::_exit(127);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(CloseOnExec, NoDescriptorOfOursIsInheritedByAProgram) {
  const int before = inherited_descriptors();
  const auto opened = open_read("/proc/self/exe");
  const auto memory = memory_file("test");
  const auto sealed = sealed_memory_file("test", "x");
  ASSERT_TRUE(opened && memory && sealed);
  const auto copy = sealed_copy("test", memory->get());
  ASSERT_TRUE(copy);
  EXPECT_EQ(inherited_descriptors(), before);
  const UniqueFd leaked(::open("/dev/null", O_RDONLY));  // NOLINT(android-cloexec-open)
  EXPECT_EQ(inherited_descriptors(), before + 1) << "the probe itself must notice a leak";
}

}  // namespace
}  // namespace arbiter

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], arbiter::k_switch) == 0) {
    return arbiter::count_descriptors();
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
