#pragma once

#include <vector>

namespace arbiter::cli {

/// The processors this program may use, one of each physical core, in order; at least one.
std::vector<int> physical_cores();

}  // namespace arbiter::cli
