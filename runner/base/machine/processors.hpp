#pragma once

#include <vector>

namespace arbiter {

/// The numbers of the logical processors that the calling thread may use, in order; empty if the
/// kernel does not say. There may be more than the 1024 of a cpu_set_t (CPU_SET(3)).
std::vector<int> usable_processors();

/// Lets the calling thread use this processor alone; false, with errno, where it may not.
bool pin_to(int processor);

}  // namespace arbiter
