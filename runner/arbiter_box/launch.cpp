#include "arbiter_box/launch.hpp"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>

namespace arbiter::arbiter_box {
namespace {

constexpr int k_first_channel = 3;

alignas(64) std::array<std::byte, 32768> child_stack;

bool set_limit(decltype(RLIMIT_CORE) which, std::uint64_t value) {
  const rlimit limit{value, value};
  return ::setrlimit(which, &limit) == 0;
}

/// The limit that is refused, as it is above that of the caller; null: all are set.
const char* set_limits(const Launch& plan) {
  if (!set_limit(RLIMIT_NOFILE, plan.descriptor_limit)) return "open files (ulimit -n)";
  if (!set_limit(RLIMIT_FSIZE, plan.file_limit)) return "file size (ulimit -f)";
  if (!set_limit(RLIMIT_STACK, plan.stack_limit)) return "stack size (ulimit -s)";
  if (plan.process_limit != 0 && !set_limit(RLIMIT_NPROC, plan.process_limit))
    return "processes (ulimit -u)";
  if (plan.data_limit != 0 && !set_limit(RLIMIT_DATA, plan.data_limit))
    return "data size (ulimit -d)";
  return nullptr;
}

/// First out of the way, since one may have the number that another is to get.
bool set_channels(Launch& plan) {
  const int count = static_cast<int>(plan.channel_count);
  for (std::size_t i = 0; i < plan.channel_count; ++i) {
    plan.channels[i] = ::fcntl(plan.channels[i], F_DUPFD_CLOEXEC, k_first_channel + count);
    if (plan.channels[i] < 0) return false;
  }
  for (int i = 0; i < count; ++i) {
    const int target = k_first_channel + i;
    if (::dup2(plan.channels[static_cast<std::size_t>(i)], target) != target) return false;
  }
  return true;
}

int child(void* argument) {
  auto& plan = *static_cast<Launch*>(argument);
  // Before the program runs: init comes to run again when the program may have filled its memory.
  if (plan.init_score >= 0) ::pwrite(plan.init_score, "0", 1, 0);
  sigset_t none;
  ::sigemptyset(&none);
  const bool is_ready =
      ::dup2(plan.descriptors[0], 0) == 0 && ::dup2(plan.descriptors[1], 1) == 1 &&
      ::dup2(plan.descriptors[2], 2) == 2 && ::setpgid(0, 0) == 0 && set_channels(plan);
  if (is_ready) {
    plan.failed = set_limits(plan);
    if (plan.failed == nullptr && ::sigprocmask(SIG_SETMASK, &none, nullptr) == 0) {
      // All other descriptors are close-on-exec.
      ::execve(plan.argv[0], plan.argv, plan.environment);
    }
  }
  plan.error = errno;
  ::_exit(127);
}

}  // namespace

pid_t launch(Launch& plan) {
  plan.error = 0;
  plan.failed = nullptr;
  // As vfork, with a stack of its own.
  void* const top = child_stack.data() + child_stack.size();
  const pid_t pid = ::clone(child, top, CLONE_VM | CLONE_VFORK | SIGCHLD, &plan);
  if (pid < 0) plan.error = errno;
  return pid;
}

}  // namespace arbiter::arbiter_box
