#pragma once

#include <cstdint>
#include <optional>

namespace arbiter::box_protocol {

/// What init tells during a run that has a leash, some hundred times a second.
struct Pulse {
  std::int64_t now_ns = 0;  ///< CLOCK_MONOTONIC
  std::int64_t cpu_ns = 0;  ///< used by the run so far
  /// For so long its live processes, their first threads, were ready to run and had no core.
  std::int64_t queued_ns = 0;
  /// If not 0: from then to `now_ns` everything in the box has waited, without a break, for input
  /// to come on the program's standard input or for room on its standard output.
  std::int64_t stuck_since_ns = 0;
  std::int64_t written = 0;        ///< bytes that its processes wrote so far
  bool has_closed_output = false;  ///< all live on, and none can write to standard output any more
};

/// Sends a pulse, or drops it when the socket is full or the other side has gone.
void send_pulse(int socket, const Pulse& pulse);

/// The next pulse that waits in the socket; none if there is none or it is malformed.
std::optional<Pulse> receive_pulse(int socket);

}  // namespace arbiter::box_protocol
