#pragma once

#include <optional>
#include <string>

#include "base/diagnostic.hpp"
#include "base/units.hpp"
#include "package/archive/folder_walk.hpp"
#include "package/yaml/faults.hpp"

namespace arbiter::package {

/// A time limit that stands beside problem.yaml.
struct OuterTimeLimit {
  Nanoseconds time{};
  Place place;
};

/// What other files in the root say that problem.yaml might say as well.
struct OuterFacts {
  std::optional<OuterTimeLimit> limit;
  std::string name;              ///< empty when none is said
  bool is_for_domjudge = false;  ///< there is a file that no other judge reads
};

/// Reads domjudge-problem.ini and .timelimit in the root; the first of them that has a time limit
/// is taken. What an instance of DOMjudge would need for judging, and we do not have, is a fault.
OuterFacts read_outer_files(FolderWalk& walk, Faults& faults);

/// The warning of a package that has no time limit.
inline constexpr std::string_view k_without_time_limit =
    "the package has no time limit; 10 s of CPU time a test apply";
inline constexpr std::string_view k_help_to_find_limit =
    "--time-limit auto finds one by running the package's own submissions";

}  // namespace arbiter::package
