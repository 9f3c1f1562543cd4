#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"

namespace arbiter::box {

/// Whether systemd manages this machine's control groups: then they are made where it says, and
/// only it moves processes.
bool has_systemd();

/// Where systemd can be asked: the system's for root, for others their own. Empty: nowhere.
std::vector<std::string> manager_buses();

/// Asks the systemd on one of `buses` to move `process`, a child of this one, into a scope of its
/// own, in which groups with memory and pids may be made, and which ends with its last process.
/// Its name is box_protocol::scope_name. Error: why there is none, after `patience` at the latest.
Result<void> put_into_scope(pid_t process, const std::vector<std::string>& buses,
                            Nanoseconds patience);

}  // namespace arbiter::box
