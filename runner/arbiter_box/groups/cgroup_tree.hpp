#pragma once

#include <string>
#include <string_view>

#include "arbiter_box/groups/accountant.hpp"
#include "base/result.hpp"

namespace arbiter::arbiter_box {

/// Where groups of version 1 can be made: this process's own groups. `mounts` is the text of
/// /proc/self/mounts, `own` that of /proc/self/cgroup. Hierarchies that are not there stay empty.
V1Parents v1_parents(std::string_view mounts, std::string_view own);

/// Where the hierarchy of version 2 is mounted; empty if nowhere.
std::string v2_mount(std::string_view mounts);

/// The folder of this process's own group of version 2 below `mount`.
std::string v2_own_group(const std::string& mount, std::string_view own);

/// Makes a group in which groups with memory and pids can be made, and returns its folder: the
/// scope that systemd gave this nursery, `own` then; or without systemd `mount` itself, or else
/// `own`. Version 2 demands that no process is in such a group: the nursery moves, and of others
/// at most the runner that started it. Error: why there is none.
Result<std::string> prepare_v2_parent(const std::string& mount, const std::string& own);

/// Removes groups below `parent` that are called as boxes' groups are and whose nursery is dead.
void sweep(const std::string& parent);

/// "arbiter-box.PID.NUMBER": of the nursery, and of the box among those that it made.
std::string group_name(int nursery, int number);

}  // namespace arbiter::arbiter_box
