#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>

namespace arbiter {

/// Both searches below solve games of two players who take turns, know everything, and cannot go on
/// for ever: no position may be reached twice in a game. A game is a type with
///
///   State                  a position together with whose turn it is, unless that does not matter;
///                          compared by ==, hashed by the search's Hash
///   outcome(state) const   optional; how a finished game ended, nothing while it goes on
///   moves(state) const     what the player to move can do, any range; not asked after the end
///
/// Each position is solved once: time is that of `moves` and a look-up for every move of every
/// position met, memory grows with the positions, and calls nest as deep as the longest game.

/// Hashes a position that is a range of integers, as std::array or std::vector.
struct RangeHash {
  template <class Range>
  std::size_t operator()(const Range& range) const {
    std::uint64_t hash = 0x9e3779b97f4a7c15;
    for (const auto element : range) {
      hash = (hash ^ static_cast<std::uint64_t>(element)) * 0xbf58476d1ce4e5b9;
      hash ^= hash >> 31;
    }
    return static_cast<std::size_t>(hash);
  }
};

/// Who wins. `outcome` is an optional<bool>: whether the player who would have to move has won. A
/// player who has no move although the game goes on has lost. `moves` are the positions that the
/// player can leave to the opponent.
template <class Game, class Hash = std::hash<typename Game::State>>
class WinSearch {
 public:
  using State = typename Game::State;

  explicit WinSearch(Game game = {}) : game_(std::move(game)) {}

  /// Whether the player to move wins if both play perfectly.
  bool mover_wins(const State& state) {
    const auto found = known_.find(state);
    if (found != known_.end()) return found->second;
    const bool wins = solve(state);
    known_.emplace(state, wins);
    return wins;
  }

  /// The first move that wins, as the position it leads to; nothing where there is none.
  std::optional<State> winning_move(const State& state) {
    if (end_of(state)) return std::nullopt;
    for (const State& next : game_.moves(state)) {
      if (!mover_wins(next)) return next;
    }
    return std::nullopt;
  }

  /// How many different positions were met so far, finished ones included. A search looks at no
  /// further move once one wins.
  [[nodiscard]] std::size_t positions() const { return known_.size(); }

 private:
  std::optional<bool> end_of(const State& state) const {
    if constexpr (requires { game_.outcome(state); }) return game_.outcome(state);
    return std::nullopt;
  }

  bool solve(const State& state) {
    const std::optional<bool> end = end_of(state);
    return end ? *end : winning_move(state).has_value();
  }

  Game game_;
  std::unordered_map<State, bool, Hash> known_;
};

/// A move of a game for points: what it gains the player over the opponent at once, and the
/// position that it leaves to the opponent.
template <class State>
struct ScoredMove {
  int gain = 0;
  State next;
};

/// By how many points who wins. `outcome` is an optional<int>: what the player who would have to
/// move gains over the opponent at the end. Without a move, and without an outcome, nobody gains
/// anything more. `moves` are ScoredMove<State>. Differences must fit into an int.
template <class Game, class Hash = std::hash<typename Game::State>>
class ScoreSearch {
 public:
  using State = typename Game::State;
  using Move = ScoredMove<State>;

  explicit ScoreSearch(Game game = {}) : game_(std::move(game)) {}

  /// The points that the player to move gains from here on, less the opponent's, if both play
  /// perfectly.
  int value(const State& state) {
    const auto found = known_.find(state);
    if (found != known_.end()) return found->second;
    const int difference = solve(state);
    known_.emplace(state, difference);
    return difference;
  }

  /// What a move of the player to move is worth: its gain, less what the opponent makes of it.
  int value_of(const Move& move) { return move.gain - value(move.next); }

  /// The first of the best moves; nothing where there is no move.
  std::optional<Move> best_move(const State& state) {
    if (end_of(state)) return std::nullopt;
    std::optional<Move> best;
    int most = 0;
    for (const Move& move : game_.moves(state)) {
      const int worth = value_of(move);
      if (best && worth <= most) continue;
      best = move;
      most = worth;
    }
    return best;
  }

  /// How many different positions were met so far, finished ones included.
  [[nodiscard]] std::size_t positions() const { return known_.size(); }

 private:
  std::optional<int> end_of(const State& state) const {
    if constexpr (requires { game_.outcome(state); }) return game_.outcome(state);
    return std::nullopt;
  }

  int solve(const State& state) {
    if (const std::optional<int> end = end_of(state)) return *end;
    const std::optional<Move> best = best_move(state);
    return best ? value_of(*best) : 0;
  }

  Game game_;
  std::unordered_map<State, int, Hash> known_;
};

}  // namespace arbiter
