#include "arbiter_box/network.hpp"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "base/unique_fd.hpp"

namespace arbiter::arbiter_box {
namespace {

bool write_own(const char* path, std::string_view text) {
  const UniqueFd file(::open(path, O_WRONLY | O_CLOEXEC));
  return file && ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

std::string same(unsigned id) {
  return std::to_string(id) + " " + std::to_string(id) + " 1\n";
}

}  // namespace

bool enter_empty_network() {
  const uid_t user = ::geteuid();
  const gid_t group = ::getegid();
  // Root needs all its ids for the boxes, and a new user namespace would have but one.
  if (user == 0) return ::unshare(CLONE_NEWNET) == 0;
  if (::unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) return false;
  return write_own("/proc/self/setgroups", "deny") &&
         write_own("/proc/self/gid_map", same(group)) &&
         write_own("/proc/self/uid_map", same(user));
}

}  // namespace arbiter::arbiter_box
