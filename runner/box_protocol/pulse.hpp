#pragma once

#include <cstdint>
#include <optional>

#include "base/units.hpp"

namespace arbiter::box_protocol {

/// What a box tells, some hundred times a second, of a run that has a leash. Times are those of the
/// clock of RunFigures::ended.
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

/// Sends a pulse, or drops it when the socket is full or the other side has gone.
void send_pulse(int socket, const Pulse& pulse);

/// The next pulse that waits in the socket; none if there is none or it is malformed. Never waits.
std::optional<Pulse> next_pulse(int socket);

}  // namespace arbiter::box_protocol
