#pragma once

#include <string>

#include "box/box.hpp"

namespace arbiter::box {

/// Where a box that arbiter-box-with-faults made fails on purpose, by the means by which it would
/// fail in earnest.
enum class FaultPoint {
  dies_in_setup,   ///< and everything in it, when it is to become a box for a program
  dies_in_run,     ///< right after the program has started
  cannot_fork,     ///< the kernel refuses another process
  no_space,        ///< the scratch space is full when the run's files are placed
  no_descriptors,  ///< the table of descriptors is full when a run is asked for
  is_silent,       ///< the run is over, and no answer comes
  talks_nonsense,  ///< the answer is none
  grows,           ///< holds 8 MiB more from this run on; it is worn then, and no error
  numbers_on,      ///< ids of processes go on from the last run's; it is worn after forks
};

/// Among BoxConfig::binds: shows nothing, and says that the box fails in its run number `run`,
/// counted from 0.
inline Bind planned_fault(FaultPoint point, int run) {
  const std::string path =
      "/.fault/" + std::to_string(static_cast<int>(point)) + "/" + std::to_string(run);
  return {path, path, true};
}

}  // namespace arbiter::box
