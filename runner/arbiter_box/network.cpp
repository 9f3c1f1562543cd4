#include "arbiter_box/network.hpp"

#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>

namespace arbiter::arbiter_box {
namespace {

alignas(64) std::array<std::byte, 4096> maker_stack;

int make(void* argument) {
  auto& shared = *static_cast<NetworkMaker::Shared*>(argument);
  if (::unshare(CLONE_NEWNET) == 0) {
    // By the folder that init opened: the path could lead elsewhere, since init changes the root.
    shared.made = ::openat(shared.proc.get(), "thread-self/ns/net", O_RDONLY | O_CLOEXEC);
  }
  if (shared.made < 0) shared.error = errno;
  // Not _exit, which ends all threads.
  ::syscall(SYS_exit, 0);
  return 0;
}

Error failed(int error) {
  return system_error("cannot make a network namespace", error);
}

}  // namespace

Result<void> NetworkMaker::begin() {
  shared_.proc = UniqueFd(::open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!shared_.proc) return failed(errno);
  // A thread, and none that the C library knows of: it would make a change of user wait for it. A
  // process that shared the memory would stay marked on it, and make writing init's OOM score slow.
  constexpr int k_flags = CLONE_VM | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
                          CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID;
  if (::clone(make, maker_stack.data() + maker_stack.size(), k_flags, &shared_, &shared_.living,
              nullptr, &shared_.living) < 0) {
    return failed(errno);
  }
  return {};
}

Result<void> NetworkMaker::enter() {
  // The kernel makes it zero at the thread's end and wakes who waits for that.
  const std::atomic_ref<int> living(shared_.living);
  for (int seen = living.load(); seen != 0; seen = living.load()) {
    ::syscall(SYS_futex, &shared_.living, FUTEX_WAIT, seen, nullptr, nullptr, 0);
  }
  const UniqueFd made(shared_.made);
  shared_.proc.reset();
  if (!made) return failed(shared_.error);
  if (::setns(made.get(), CLONE_NEWNET) != 0) return failed(errno);
  return {};
}

}  // namespace arbiter::arbiter_box
