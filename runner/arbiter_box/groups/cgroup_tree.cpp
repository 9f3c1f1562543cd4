#include "arbiter_box/groups/cgroup_tree.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <vector>

#include "arbiter_box/groups/kernel_files.hpp"
#include "base/machine/control_groups.hpp"
#include "base/text.hpp"
#include "box_protocol/mode.hpp"

namespace arbiter::arbiter_box {
namespace {

constexpr std::string_view k_prefix = "arbiter-box.";
constexpr std::string_view k_runner_group = "arbiter-runner";

// Where the hierarchy of that type is mounted, for version 1 that with the controller.
std::string mount_of(std::string_view mounts, std::string_view type,
                     std::string_view controller = {}) {
  for (const Mount& mount : parse_mounts(mounts)) {
    const bool is_wanted = controller.empty() || has_word(mount.options, controller);
    if (mount.type == type && is_wanted) return mount.place;
  }
  return {};
}

bool is_folder(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

std::string v1_parent(std::string_view mounts, std::string_view own, std::string_view controller) {
  const std::string mount = mount_of(mounts, "cgroup", controller);
  if (mount.empty()) return {};
  const std::string path = group_of(own, controller);
  // In a container the path can be one of the host that is not visible here.
  const std::string whole = path == "/" ? mount : mount + path;
  return is_folder(whole) ? whole : mount;
}

bool lists_both(const std::string& file) {
  const auto words = words_of(trimmed(kernel_text(file)), " ");
  return has_word(words, "memory") && has_word(words, "pids");
}

// Only of a group in which groups can be made.
bool enable(const std::string& group) {
  const std::string file = group + "/cgroup.subtree_control";
  return ::access(group.c_str(), W_OK) == 0 &&
         (lists_both(file) || (write_text(file, "+memory +pids") && lists_both(file)));
}

// A nursery that was killed with its runner may wait long for somebody to take note of its end.
bool has_ended(int pid) {
  if (::kill(pid, 0) != 0 && errno == ESRCH) return true;
  const std::string stat = kernel_text("/proc/" + std::to_string(pid) + "/stat");
  const std::size_t name_end = stat.rfind(") ");
  return name_end != std::string::npos && (stat[name_end + 2] == 'Z' || stat[name_end + 2] == 'X');
}

// Processes of others in a group; 0 is one that cannot be seen from here.
bool holds_others(const std::string& group) {
  const std::string processes = kernel_text(group + "/cgroup.procs");
  for (const std::string_view line : split_lines(processes)) {
    const int pid = number_in<int>(line).value_or(0);
    if (pid != ::getpid() && pid != ::getppid()) return true;
  }
  return false;
}

// Moves what is in `group`, which is ours, to a group below it.
Result<std::string> clear_out(const std::string& group, std::string_view below) {
  const std::string leaf = group + "/" + std::string(below);
  if (::mkdir(leaf.c_str(), 0755) != 0 && errno != EEXIST) {
    return system_error("cannot make the control group " + leaf, errno);
  }
  const std::string processes = kernel_text(group + "/cgroup.procs");
  for (const std::string_view pid : split_lines(processes)) {
    if (write_text(leaf + "/cgroup.procs", pid)) continue;
    return system_error("cannot enter the control group " + leaf, errno);
  }
  if (enable(group)) return group;
  return system_error("cannot enable memory and pids in the control group " + group, errno);
}

}  // namespace

V1Parents v1_parents(std::string_view mounts, std::string_view own) {
  return {v1_parent(mounts, own, "memory"), v1_parent(mounts, own, "cpuacct"),
          v1_parent(mounts, own, "pids")};
}

std::string v2_mount(std::string_view mounts) {
  return mount_of(mounts, "cgroup2");
}

std::string v2_own_group(const std::string& mount, std::string_view own) {
  const std::string path = group_of(own, "");
  if (path.empty()) return mount;
  std::string whole = path == "/" ? mount : mount + path;
  // The runner was moved there by an earlier box; boxes belong beside it.
  const std::size_t slash = whole.rfind('/');
  if (slash != std::string::npos && whole.substr(slash + 1) == k_runner_group) {
    whole.resize(slash);
  }
  return is_folder(whole) ? whole : mount;
}

Result<std::string> prepare_v2_parent(const std::string& mount, const std::string& own) {
  if (own.substr(own.rfind('/') + 1) == box_protocol::scope_name(::getpid())) {
    return clear_out(own, "nursery");
  }
  // As root, systemd that gave no scope is not to be bypassed; that of a user rules elsewhere.
  const bool is_root = ::geteuid() == 0;
  if (is_root && is_folder(mount + "/init.scope")) {
    return judge_error("the control groups are systemd's, which gave none");
  }
  if (is_root && enable(mount)) return mount;
  if (enable(own)) return own;
  if (!lists_both(own + "/cgroup.controllers")) {
    return judge_error("the control group " + own + " has no memory or pids");
  }
  if (holds_others(own)) {
    return judge_error("other processes are in the control group " + own +
                       ", so that none can be made below it");
  }
  return clear_out(own, k_runner_group);
}

void sweep(const std::string& parent) {
  const auto names = names_in(AT_FDCWD, parent);
  for (const std::string& name : names.value_or(std::vector<std::string>{})) {
    if (!name.starts_with(k_prefix)) continue;
    int pid = 0;
    std::from_chars(name.data() + k_prefix.size(), name.data() + name.size(), pid);
    if (pid > 0 && has_ended(pid)) ::rmdir((parent + "/" + name).c_str());
  }
}

std::string group_name(int nursery, int number) {
  return std::string(k_prefix) + std::to_string(nursery) + "." + std::to_string(number);
}

}  // namespace arbiter::arbiter_box
