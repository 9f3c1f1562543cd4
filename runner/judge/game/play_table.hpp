#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "base/units.hpp"
#include "box/box.hpp"
#include "judge/compile/compile.hpp"
#include "judge/game/game_player.hpp"
#include "judge/run/plan.hpp"
#include "judge/run/program_run.hpp"
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
  /// Asks the referee and waits for its answer. None: it answers no questions at all, or has
  /// ended before it could; that shows at the first one only. Error: it has ended since.
  Result<std::optional<RefereeAnswer>> ask(std::string_view question);
  /// A line from the first player, where that is a person. A referee that has gone does not mind.
  void say_as_first(std::string_view line);
  /// A line to the second player's program.
  void tell_second(std::string_view line);
  /// Waits for the next line of the second player's program, without its end. None: there is none
  /// any more, or it is longer than 1000 bytes.
  Result<std::optional<std::string>> hear_second();
  /// The person who is the first player says nothing more.
  void end_first() { to_referee_.reset(); }
  /// What the referee has said to a person who is the first player since the last call. Waits until
  /// it says something, ends, something can be read from `other`, or for so long; empty then.
  Result<std::string> hear_referee(int other, Nanoseconds patience);
  [[nodiscard]] bool referee_has_ended() const { return !referee_.player.is_running(); }
  /// Leaves the table: waits a moment for all to end, and ends them then.
  PlayEnd end();

 private:
  /// A program at the table, with all that its run borrows.
  struct Seat {
    std::unique_ptr<box::Box> box;
    box::RunRequest request;
    WorkFiles work;
    UniqueFd error;
    UniqueFd channel;
    std::optional<GameSide> side;  ///< once it has started
    Player player;

    Result<void> start(UniqueFd input, UniqueFd output);
    /// Takes note of an end.
    void hear(short events);
    [[nodiscard]] bool is_on() const { return side && player.is_running(); }
  };

  PlayTable(const Plan& plan, const PlaySeats& seats) : plan_(plan), seats_(seats) {}
  Result<void> start(std::size_t test, box::BoxFactory& boxes);
  Result<void> prepare_referee(const model::TestCase& test, box::BoxFactory& boxes);
  Result<void> start_program(Seat& seat, const SeatedProgram& program, const model::TestCase& test,
                             box::BoxFactory& boxes, UniqueFd input, UniqueFd output);
  Result<bool> step(int other = -1);
  Result<std::optional<RefereeAnswer>> take_answer();

  const Plan& plan_;
  const PlaySeats& seats_;
  UniqueFd input_;
  UniqueFd answer_;
  UniqueFd questions_;
  UniqueFd to_referee_;
  UniqueFd from_referee_;
  UniqueFd to_second_;
  UniqueFd from_second_;
  std::string answers_;
  std::string said_;     ///< by the referee to a person
  std::string replies_;  ///< by the second player's program
  std::optional<RefereeAnswer> begun_;
  std::size_t missing_ = 0;
  bool has_answered_ = false;
  Seat referee_;
  Seat first_;
  Seat second_;
};

}  // namespace arbiter::judge
