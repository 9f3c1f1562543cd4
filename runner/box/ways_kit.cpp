#include "box/ways_kit.hpp"

#include <grp.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "base/machine/control_groups.hpp"
#include "base/text.hpp"
#include "box/host_facts.hpp"
#include "box/scope.hpp"

namespace arbiter::box {
namespace {

// A user who owns nothing, another one for each process: the kernel counts pipes, signals and more
// by user, and tests that use them up run beside others.
unsigned nobody() {
  constexpr unsigned k_first = 0x60000000;
  static const unsigned id = k_first + static_cast<unsigned>(::getpid());
  return id;
}

const HostFacts& facts() {
  static const HostFacts all = read_host_facts("/", 0, {});
  return all;
}

std::vector<Mount> mounts() {
  return parse_mounts(kernel_text("/proc/self/mounts"));
}

bool has_v2_memory() {
  const auto all = mounts();
  return std::ranges::any_of(all, [](const Mount& mount) {
    if (mount.type != "cgroup2") return false;
    const std::string controllers = kernel_text(mount.place + "/cgroup.controllers");
    return has_word(words_of(trimmed(controllers), " "), "memory");
  });
}

// From systemd, or the group that this process is in, if this user may make groups in it.
bool has_delegated_group() {
  if (has_systemd() && !manager_buses().empty()) return has_v2_memory();
  const std::string own = group_of(kernel_text("/proc/self/cgroup"), "");
  for (const Mount& mount : mounts()) {
    if (own.empty() || mount.type != "cgroup2") continue;
    return ::access((mount.place + own).c_str(), W_OK) == 0 && has_v2_memory();
  }
  return false;
}

bool can_unshare(bool as_nobody) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    if (as_nobody &&
        (::setgroups(0, nullptr) != 0 || ::setgid(nobody()) != 0 || ::setuid(nobody()) != 0)) {
      ::_exit(1);
    }
    ::_exit(::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 ? 0 : 1);
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  return status == 0;
}

std::string why_no_groups(Mode mode) {
  const bool is_root = ::geteuid() == 0;
  switch (mode) {
    case Mode::root_cgroup_v1:
      if (!is_root) return "only root can use control groups v1";
      return has_word(facts().v1_controllers, "memory")
                 ? ""
                 : "there is no memory hierarchy of control groups v1";
    case Mode::root_cgroup_v2:
      if (!is_root) return "only root can use control groups v2 that nobody delegated";
      return has_v2_memory() ? "" : "control groups v2 have no memory controller here";
    case Mode::delegated_cgroup_v2:
      if (is_root) return "delegated control groups v2 are for other users than root";
      return has_delegated_group() ? "" : "no control group v2 with memory is delegated";
    case Mode::user_namespace:
    case Mode::unsandboxed:
      break;
  }
  return {};
}

}  // namespace

std::string why_not(const Way& way) {
  if (std::string why = why_no_groups(way.mode); !why.empty()) return why;
  if (way.as_nobody && ::geteuid() != 0) return "only root can become nobody";
  if (way.mode != Mode::unsandboxed && !can_unshare(way.as_nobody)) {
    return "user namespaces are refused here";
  }
  return {};
}

bool counts_all(const Way& way) {
  return way.mode != Mode::user_namespace && way.mode != Mode::unsandboxed;
}

bool keeps_peaks(const Way& way) {
  if (way.mode != Mode::root_cgroup_v2 && way.mode != Mode::delegated_cgroup_v2) return true;
  return std::pair(facts().kernel_major, facts().kernel_minor) >= std::pair(6, 12);
}

AsNobody::AsNobody()
    : ok_(::setgroups(0, nullptr) == 0 && ::setresgid(nobody(), nobody(), 0) == 0 &&
          ::setresuid(nobody(), nobody(), 0) == 0) {}

AsNobody::~AsNobody() {
  if (::setresuid(0, 0, 0) != 0 || ::setresgid(0, 0, 0) != 0) std::abort();
}

}  // namespace arbiter::box
