#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

/// The whole text of a small file of the kernel, as those of /proc and of control groups, which say
/// that they are empty until they are read; empty if it cannot be read.
std::string kernel_text(const std::string& path);

/// A line of /proc/self/mounts.
struct Mount {
  std::string place;
  std::string type;
  std::vector<std::string> options;
};
std::vector<Mount> parse_mounts(std::string_view text);

/// The group that a text of /proc/self/cgroup names for the hierarchy of version 1 that holds the
/// controller; without one that of version 2. Empty: there is none.
std::string group_of(std::string_view text, std::string_view controller);

}  // namespace arbiter
