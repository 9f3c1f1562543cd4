#include "arbiter_box/world/network.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <string>
#include <utility>

#include "arbiter_box/groups/kernel_files.hpp"

namespace arbiter::arbiter_box {
namespace {

std::string same(unsigned id) {
  return std::to_string(id) + " " + std::to_string(id) + " 1\n";
}

bool enter_user_namespace() {
  const uid_t user = ::geteuid();
  const gid_t group = ::getegid();
  return ::unshare(CLONE_NEWUSER) == 0 && write_text("/proc/self/setgroups", "deny") &&
         write_text("/proc/self/gid_map", same(group)) &&
         write_text("/proc/self/uid_map", same(user));
}

bool has_ended(const UniqueFd& process) {
  pollfd end{process.get(), POLLIN, 0};
  return ::poll(&end, 1, 0) == 1;
}

}  // namespace

// Root needs all its ids for the boxes, and a user namespace of its own would have but one.
Networks::Networks() : is_allowed_(::geteuid() == 0 || enter_user_namespace()) {}

bool Networks::enter() {
  entered_ = find_free();
  if (entered_ == all_.size()) return add();
  return ::setns(all_[entered_].space.get(), CLONE_NEWNET) == 0;
}

void Networks::belongs_to(pid_t keeper) {
  if (entered_ == all_.size()) return;
  Network& network = all_[entered_];
  network.user = UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, keeper, 0)));
  // Nobody could tell when it is free again.
  const bool is_unknown = !network.user && errno != ESRCH;
  if (is_unknown) all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(entered_));
}

void Networks::make_spare() {
  if (find_free() == all_.size()) add();
}

std::size_t Networks::find_free() {
  std::size_t at = 0;
  while (at < all_.size() && all_[at].user && !has_ended(all_[at].user)) {
    ++at;
  }
  if (at < all_.size()) all_[at].user.reset();
  return at;
}

bool Networks::add() {
  if (!is_allowed_ || ::unshare(CLONE_NEWNET) != 0) return false;
  UniqueFd space(::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC));
  if (!space) return false;
  all_.push_back({std::move(space), {}});
  return true;
}

}  // namespace arbiter::arbiter_box
