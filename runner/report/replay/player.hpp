#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/replay/replay.hpp"

namespace arbiter::report {

/// Where somebody is who watches a replay.
struct ReplayPlayer {
  std::size_t frame = 0;
  bool is_playing = false;
  double speed = 1;  ///< frames a second
  bool has_quit = false;

  bool operator==(const ReplayPlayer&) const = default;
};

/// The keys in bytes of a terminal, each as its letter: arrows, Home and End are those of their
/// letters, h l k j g G; what is unknown is left out.
std::string replay_keys(std::string_view typed);

/// After a key: h l step, space plays and pauses, + - the speed, g G the first and last frame, m
/// the next mistake, q quits. Others change nothing.
ReplayPlayer after_key(ReplayPlayer player, char key, const Replay& replay);

/// After the time of a frame has passed while it plays; it stops at the last one.
ReplayPlayer after_tick(ReplayPlayer player, const Replay& replay);

/// What the terminal shows: the frame, cut to `rows` lines, and a line of state and keys.
std::vector<std::string> draw_player(const Replay& replay, const ReplayPlayer& player,
                                     const Style& style, std::size_t rows);

}  // namespace arbiter::report
