#pragma once

#include <optional>

#include "base/diagnostic.hpp"
#include "base/units.hpp"
#include "package/faults.hpp"
#include "package/folder_walk.hpp"

namespace arbiter::package {

/// A time limit that stands beside problem.yaml.
struct OuterTimeLimit {
  Nanoseconds time{};
  Place place;
};

/// Reads domjudge-problem.ini and .timelimit in the root; the first of them that has a time limit
/// is taken. What an instance of DOMjudge would need for judging, and we do not have, is a fault.
std::optional<OuterTimeLimit> read_time_limit_files(FolderWalk& walk, Faults& faults);

}  // namespace arbiter::package
