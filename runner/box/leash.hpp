#pragma once

#include <sys/socket.h>

#include <utility>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "box_protocol/channel.hpp"
#include "box_protocol/message.hpp"

namespace arbiter::box {

/// What a box tells of a run that has a leash.
using box_protocol::Pulse;
/// The next pulse that waits in our end of a leash; none if there is none. Never waits.
using box_protocol::next_pulse;

/// The two ends of a leash: one goes into RunDescriptors::leash and is closed here after the run.
struct Leash {
  UniqueFd ours;
  UniqueFd theirs;
};

inline Result<Leash> make_leash() {
  ARBITER_TRY(ends, box_protocol::make_channel());
  return Leash{std::move(ends.first), std::move(ends.second)};
}

/// Asks for an end of the run. Our end stays open, so that it can be seen to come.
inline void pull(int ours) {
  ::shutdown(ours, SHUT_WR);
}

}  // namespace arbiter::box
