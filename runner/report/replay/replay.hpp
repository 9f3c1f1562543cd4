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
  int beads = 0;     ///< in zones of beads
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

  bool operator==(const ReplayFrame&) const = default;
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

}  // namespace arbiter::report
