#pragma once

#include <cstdint>
#include <optional>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "base/units.hpp"

namespace arbiter::box {

/// What a box tells, some hundred times a second, of a run that has a leash. Times are those of the
/// clock of RunReport::ended.
struct Pulse {
  Nanoseconds now{};
  Nanoseconds cpu{};  ///< used by the run so far
  /// For so long its live processes, their first threads, were ready to run and had no core; 0
  /// where the kernel does not tell.
  Nanoseconds queued{};
  /// If not 0: from then to `now` everything in the box has waited, without a break, for input to
  /// come on the program's standard input or for room on its standard output.
  Nanoseconds stuck_since{};
  std::int64_t written = 0;  ///< bytes that its processes wrote so far
  /// Everything in the box lives on, but can no longer write to the program's standard output.
  bool has_closed_output = false;
};

/// The two ends of a leash: one goes into RunDescriptors::leash and is closed here after the run.
struct Leash {
  UniqueFd ours;
  UniqueFd theirs;
};

Result<Leash> make_leash();

/// The next pulse that waits in our end of a leash; none if there is none. Never waits.
std::optional<Pulse> next_pulse(int ours);

/// Asks for an end of the run. Our end stays open, so that it can be seen to come.
void pull(int ours);

}  // namespace arbiter::box
