#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "base/result.hpp"

namespace arbiter::judge {

/// How things are done side by side.
struct SideBySide {
  int jobs = 1;
  std::function<bool()> is_stopped;  ///< once it is true: nothing more is begun
  /// Before each: how many are done, how many there are, and what `doing` says of it.
  std::function<void(std::size_t done, std::size_t total, const std::string& what)> progress;
  std::string interrupted;  ///< what an interrupt is told as
};

/// Calls `work` for each number below `count`, in that order, with `jobs` threads at most, until
/// one fails. Error: that of the first call that failed; {interrupted} once it is stopped.
Result<void> side_by_side(std::size_t count, const SideBySide& how,
                          const std::function<std::string(std::size_t)>& doing,
                          const std::function<Result<void>(std::size_t)>& work);

}  // namespace arbiter::judge
