#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "model/replay.hpp"
#include "report/report.hpp"

namespace arbiter::report {

/// One thing in a zone.
struct ReplayItem {
  enum class Mark : std::uint8_t { none, moved, out, good, bad };

  std::string text;  ///< a face, a letter, a word, or a number of beads
  Mark mark = Mark::none;
  std::string note;       ///< a short text below it
  int head = 0;           ///< so many first characters of a word are emphasised
  int tail = 0;           ///< so many last ones
  std::optional<int> by;  ///< whose it is: 0 or 1

  bool operator==(const ReplayItem&) const = default;
};

/// What lies in a zone: its piles; without the layout `piles` there is one.
using ReplayPiles = std::vector<std::vector<ReplayItem>>;

/// What a move is worth.
enum class ReplayMark : std::uint8_t { none, good, slip, mistake };

/// The board after a move.
struct ReplayFrame {
  std::optional<int> turn;  ///< who moved: 0 or 1
  std::string action;       ///< the move; empty: nobody moved
  bool is_valid = true;
  std::string say;    ///< a remark, in one line
  std::string value;  ///< of the position
  ReplayMark mark = ReplayMark::none;
  std::string before;              ///< of a marked move: the value before it
  std::string after;               ///< and after it
  std::vector<ReplayPiles> state;  ///< in the order of the view's zones
};

/// How a run went, step by step.
struct Replay {
  enum class Result : std::uint8_t { right, part, wrong };

  std::string title;
  std::vector<std::string> players;  ///< none, or those of turns 0 and 1
  model::ReplayView view;
  std::vector<ReplayFrame> frames;  ///< at least one
  std::string reason;               ///< how it ended
  Result result = Result::right;
};

/// What the program of a package wrote, "arbiter-replay/1" (runner/docs/replays.md), read strictly.
/// Error{invalid_package}: the line, and what is wrong with it.
Result<Replay> read_replay(std::string_view lines, const model::ReplayView& view);

/// The same as one JSON object with the view in it, as runner/page/src/payload.ts has it. Errors as
/// of read_replay.
Result<std::string> replay_document(std::string_view lines, const model::ReplayView& view);

/// A frame for people: title, what was done, and the zones; lines of at most the style's width,
/// safe to print. A pure function.
std::vector<std::string> draw_frame(const Replay& replay, std::size_t frame, const Style& style);

/// All frames, one below the other, and how it ended.
std::string draw_replay(const Replay& replay, const Style& style);

/// The same in short, without colours: of each frame what was done and what it changed, and of many
/// frames the first and the last ones.
std::string draw_course(const Replay& replay);

/// Where somebody is who watches a replay.
struct ReplayPlayer {
  std::size_t frame = 0;
  bool is_playing = false;
  double speed = 1;  ///< frames a second
  bool has_quit = false;
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
