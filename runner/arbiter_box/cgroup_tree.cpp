#include "arbiter_box/cgroup_tree.hpp"

#include <dirent.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <vector>

#include "arbiter_box/kernel_files.hpp"
#include "base/text.hpp"

namespace arbiter::arbiter_box {
namespace {

constexpr std::string_view k_prefix = "arbiter-box.";
constexpr std::string_view k_runner_group = "arbiter-runner";

std::vector<std::string_view> words(std::string_view line, char separator) {
  std::vector<std::string_view> all;
  while (true) {
    const std::size_t end = line.find(separator);
    all.push_back(line.substr(0, end));
    if (end == std::string_view::npos) return all;
    line.remove_prefix(end + 1);
  }
}

bool has_word(std::string_view list, char separator, std::string_view word) {
  for (const std::string_view one : words(list, separator)) {
    if (one == word) return true;
  }
  return false;
}

// Where the hierarchy of a controller of version 1 is mounted.
std::string v1_mount(std::string_view mounts, std::string_view controller) {
  for (const std::string_view line : split_lines(mounts)) {
    const auto parts = words(line, ' ');
    if (parts.size() >= 4 && parts[2] == "cgroup" && has_word(parts[3], ',', controller)) {
      return std::string(parts[1]);
    }
  }
  return {};
}

std::string v1_own_path(std::string_view own, std::string_view controller) {
  for (const std::string_view line : split_lines(own)) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string_view::npos || second == std::string_view::npos) continue;
    if (has_word(line.substr(first + 1, second - first - 1), ',', controller)) {
      return std::string(line.substr(second + 1));
    }
  }
  return {};
}

bool is_folder(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

std::string v1_parent(std::string_view mounts, std::string_view own, std::string_view controller) {
  const std::string mount = v1_mount(mounts, controller);
  if (mount.empty()) return {};
  const std::string path = v1_own_path(own, controller);
  // In a container the path can be one of the host that is not visible here.
  const std::string whole = path == "/" ? mount : mount + path;
  return is_folder(whole) ? whole : mount;
}

bool enables(const std::string& group) {
  std::string text = text_of(group + "/cgroup.subtree_control");
  while (!text.empty() && text.back() == '\n') {
    text.pop_back();
  }
  return has_word(text, ' ', "memory") && has_word(text, ' ', "pids");
}

bool enable(const std::string& group) {
  return enables(group) ||
         (write_text(group + "/cgroup.subtree_control", "+memory +pids") && enables(group));
}

// A nursery that was killed with its runner may wait long for somebody to take note of its end.
bool has_ended(int pid) {
  if (::kill(pid, 0) != 0 && errno == ESRCH) return true;
  const std::string stat = text_of("/proc/" + std::to_string(pid) + "/stat");
  const std::size_t name_end = stat.rfind(") ");
  return name_end != std::string::npos && (stat[name_end + 2] == 'Z' || stat[name_end + 2] == 'X');
}

void move_processes(const std::string& from, const std::string& to) {
  for (const std::string_view pid : split_lines(text_of(from + "/cgroup.procs"))) {
    write_text(to + "/cgroup.procs", pid);
  }
}

}  // namespace

V1Parents v1_parents(std::string_view mounts, std::string_view own) {
  return {v1_parent(mounts, own, "memory"), v1_parent(mounts, own, "cpuacct"),
          v1_parent(mounts, own, "pids")};
}

std::string v2_mount(std::string_view mounts) {
  for (const std::string_view line : split_lines(mounts)) {
    const auto parts = words(line, ' ');
    if (parts.size() >= 4 && parts[2] == "cgroup2") return std::string(parts[1]);
  }
  return {};
}

std::string v2_own_group(const std::string& mount, std::string_view own) {
  for (const std::string_view line : split_lines(own)) {
    if (line.substr(0, 3) != "0::") continue;
    const std::string_view path = line.substr(3);
    std::string whole = path == "/" ? mount : mount + std::string(path);
    // The runner was moved there by an earlier box; boxes belong beside it.
    const std::size_t slash = whole.rfind('/');
    if (slash != std::string::npos && whole.substr(slash + 1) == k_runner_group) {
      whole.resize(slash);
    }
    return is_folder(whole) ? whole : mount;
  }
  return mount;
}

Result<std::string> prepare_v2_parent(const std::string& base) {
  if (enable(base)) return base;
  const std::string runner = base + "/" + std::string(k_runner_group);
  if (::mkdir(runner.c_str(), 0755) != 0 && errno != EEXIST) {
    return system_error("cannot make the control group " + runner, errno);
  }
  move_processes(base, runner);
  if (enable(base)) return base;
  const int problem = errno;
  move_processes(runner, base);
  ::rmdir(runner.c_str());
  return system_error("cannot enable memory and pids in the control group " + base, problem);
}

void sweep(const std::string& parent) {
  DIR* const folder = parent.empty() ? nullptr : ::opendir(parent.c_str());
  if (folder == nullptr) return;
  while (const dirent* entry = ::readdir(folder)) {
    const std::string_view name = entry->d_name;
    if (name.substr(0, k_prefix.size()) != k_prefix) continue;
    int pid = 0;
    std::from_chars(name.data() + k_prefix.size(), name.data() + name.size(), pid);
    if (pid > 0 && has_ended(pid)) {
      ::rmdir((parent + "/" + std::string(name)).c_str());
    }
  }
  ::closedir(folder);
}

std::string group_name(int nursery, int number) {
  return std::string(k_prefix) + std::to_string(nursery) + "." + std::to_string(number);
}

}  // namespace arbiter::arbiter_box
