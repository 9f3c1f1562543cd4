#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "box/box.hpp"
#include "judge/compile/compile.hpp"
#include "judge/run/plan.hpp"
#include "model/judgement.hpp"

namespace arbiter::judge {

/// A program that plays, and what it may use; the executable is borrowed.
struct SeatedProgram {
  const Executable* executable = nullptr;
  model::RunLimits limits;
};

/// Who plays a game. Without a program a seat is that of a person: of whoever uses the table.
struct PlaySeats {
  const Executable* referee = nullptr;
  std::optional<SeatedProgram> first;
  std::optional<SeatedProgram> second;
  bool referee_is_second = true;  ///< it makes the second player's moves; else it only judges
};

/// What a referee says to a question (runner/docs/referees.md).
struct RefereeAnswer {
  enum class Kind { ok, no, bad };
  Kind kind = Kind::ok;
  std::vector<std::string> lines;
};

/// How the programs of a game ended.
struct PlayEnd {
  model::RunRecord referee;
  std::string message;  ///< of the referee
  std::optional<model::RunRecord> first;
  std::optional<model::RunRecord> second;
};

/// A game at which somebody watches: the programs in boxes of their own, the referee asked over a
/// channel. The first player's program talks to the referee by itself; what a person or the second
/// player's program says goes through here. Not shared between threads.
class PlayTable {
 public:
  /// Starts the programs on test number `test` of the problem. What `seats` and `plan` refer to
  /// must outlive the table. Error: a program cannot be started.
  static Result<std::unique_ptr<PlayTable>> open(const Plan& plan, std::size_t test,
                                                 box::BoxFactory& boxes, const PlaySeats& seats);
  PlayTable() = default;
  PlayTable(const PlayTable&) = delete;
  PlayTable& operator=(const PlayTable&) = delete;
  virtual ~PlayTable() = default;

  /// Asks the referee and waits for its answer. None: it answers no questions at all, or has
  /// ended before it could; that shows at the first one only. Error: it has ended since.
  virtual Result<std::optional<RefereeAnswer>> ask(std::string_view question) = 0;
  /// A line from the first player, where that is a person. A referee that has gone does not mind.
  virtual void say_as_first(std::string_view line) = 0;
  /// A line to the second player's program.
  virtual void tell_second(std::string_view line) = 0;
  /// Waits for the next line of the second player's program, without its end. None: there is none
  /// any more, or it is longer than 1000 bytes.
  virtual Result<std::optional<std::string>> hear_second() = 0;
  /// The person who is the first player says nothing more.
  virtual void end_first() = 0;
  /// What the referee has said to a person who is the first player since the last call. Waits until
  /// it says something, ends, something can be read from `other`, or for so long; empty then.
  virtual Result<std::string> hear_referee(int other, Nanoseconds patience) = 0;
  [[nodiscard]] virtual bool referee_has_ended() const = 0;
  /// Leaves the table: waits a moment for all to end, and ends them then.
  virtual PlayEnd end() = 0;
};

}  // namespace arbiter::judge
