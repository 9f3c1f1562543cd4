#include "box/leash.hpp"

#include <sys/socket.h>

#include <utility>

#include "box_protocol/channel.hpp"
#include "box_protocol/pulse.hpp"

namespace arbiter::box {

Result<Leash> make_leash() {
  ARBITER_TRY(ends, box_protocol::make_channel());
  return Leash{std::move(ends.first), std::move(ends.second)};
}

std::optional<Pulse> next_pulse(int ours) {
  const auto pulse = box_protocol::receive_pulse(ours);
  if (!pulse) return std::nullopt;
  Pulse told;
  told.now = Nanoseconds(pulse->now_ns);
  told.cpu = Nanoseconds(pulse->cpu_ns);
  told.queued = Nanoseconds(pulse->queued_ns);
  told.stuck_since = Nanoseconds(pulse->stuck_since_ns);
  told.written = pulse->written;
  told.has_closed_output = pulse->has_closed_output;
  return told;
}

void pull(int ours) {
  ::shutdown(ours, SHUT_WR);
}

}  // namespace arbiter::box
