#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "arbiter/shown.hpp"

namespace arbiter {

/// The submission is the first player, the referee the second; who moves first is up to the game.
enum class Player { first, second };

/// How a game ends for the first player.
enum class Outcome { win, draw, loss };

/// The end of a game. `share` is the part of the test's points that the first player gets: 0 is a
/// wrong answer, 1 is accepted, what lies between is accepted with a score multiplier and makes
/// sense in scoring problems only.
struct Ending {
  Outcome outcome = Outcome::loss;
  double share = 0;
  std::string message;

  static Ending win(std::string message) { return {Outcome::win, 1, std::move(message)}; }
  static Ending draw(double share, std::string message) {
    return {Outcome::draw, share, std::move(message)};
  }
  static Ending loss(std::string message) { return {Outcome::loss, 0, std::move(message)}; }
};

/// A line read as a move: the move, or the reason why it is none or not allowed now, as in
/// "pit 3 is empty".
template <class Move>
struct ReadMove {
  std::optional<Move> move;
  std::string reason;

  static ReadMove legal(Move move) { return {std::move(move), {}}; }
  static ReadMove illegal(std::string reason) { return {std::nullopt, std::move(reason)}; }
};

/// What the judge gave to a referee: the input file's bytes and the package's extra arguments.
struct RefereeCall {
  std::string input;
  std::vector<std::string> args;
};

/// Thrown by a game whose input is not what it must be; the judge is to blame.
class BadInput : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The rules of a game for two. All that a referee says and hears follows from them:
///
///   Rules(call)              reads the input, or throws BadInput
///   start()                  the state before the first move
///   opening()                lines that the first player gets at the start, each with its LF
///   mover(state)             whose turn it is; asked only while the game is on
///   read_move(state, line)   a line of the mover, without line end and blanks around it
///   written(move)            a move as a line, without line end
///   apply(state, move)       makes a legal move
///   ending(state)            how the game ended, nothing while it is on
///   choose_move(state)       the referee's move, for either player; called while the game is on
///   draw(state)              the state as lines of text, for people
///   describe(state, move)    what a legal move does, in lines of text, for people
///
/// Optional is note(state, move): a remark for the judges on a move that the first player makes in
/// `state`, such as that it gives a win away; empty if there is nothing to say.
///
/// A game must end after finitely many moves; a player who cannot go on makes a move that says so.
template <class R>
concept GameRules = std::constructible_from<R, const RefereeCall&> &&
    requires(R& rules, typename R::State& state, const typename R::Move& move,
             std::string_view line) {
  { rules.start() } -> std::convertible_to<typename R::State>;
  { rules.opening() } -> std::convertible_to<std::string>;
  { rules.mover(state) } -> std::same_as<Player>;
  { rules.read_move(state, line) } -> std::same_as<ReadMove<typename R::Move>>;
  { rules.written(move) } -> std::convertible_to<std::string>;
  rules.apply(state, move);
  { rules.ending(state) } -> std::same_as<std::optional<Ending>>;
  { rules.choose_move(state) } -> std::convertible_to<typename R::Move>;
  { rules.draw(state) } -> std::convertible_to<std::string>;
  { rules.describe(state, move) } -> std::convertible_to<std::string>;
};

/// A line that must be a decimal integer from `least` to `most`, without plus or leading zeros.
/// `what` is for the reason, as in "expected a pit (1 to 7), got "x"".
inline ReadMove<int> read_number(std::string_view line, int least, int most,
                                 std::string_view what) {
  int value = 0;
  const char* end = line.data() + line.size();
  const auto parsed = std::from_chars(line.data(), end, value);
  const bool plain = parsed.ec == std::errc() && parsed.ptr == end && std::to_string(value) == line;
  if (plain && value >= least && value <= most) return ReadMove<int>::legal(value);
  return ReadMove<int>::illegal("expected " + std::string(what) + " (" + std::to_string(least) +
                                " to " + std::to_string(most) + "), got " +
                                (line.empty() ? "an empty line" : shown(line)));
}

}  // namespace arbiter
