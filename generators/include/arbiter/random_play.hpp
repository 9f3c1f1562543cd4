#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "arbiter/choice_source.hpp"

namespace arbiter {

/// A position of a game: `moves()` gives a std::vector of those that are allowed, none when the
/// game has ended; `apply(move)` makes one of them.
template <class T>
concept GamePosition = std::copy_constructible<T> && requires(T changed, const T& position) {
  changed.apply(position.moves().front());
  { position.moves().size() } -> std::convertible_to<std::size_t>;
};

/// The moves of a position.
template <GamePosition Position>
using MoveOf = typename std::decay_t<decltype(std::declval<const Position&>().moves())>::value_type;

/// A game as far as it was played.
template <GamePosition Position>
struct Play {
  Position position;                    // that it led to
  std::vector<MoveOf<Position>> moves;  // in order
};

/// Plays `wanted` plies, unless a sequence that is played back says fewer, down to `least`, each of
/// them any allowed move; fewer only where the game ends before. Simplest: `least` plies, each the
/// first allowed move. Each ply is a span. Lowering a choice gives no more plies, save that a game
/// that ended before `least` of them may go on.
template <GamePosition Position>
Play<Position> random_play_towards(ChoiceSource& source, Position start, std::int64_t least,
                                   std::int64_t wanted) {
  if (least < 0 || least > wanted) throw std::invalid_argument("random_play: least > wanted");
  const auto whole = source.span("play");
  Play<Position> play{std::move(start), {}};
  for (std::int64_t ply = 0; ply < wanted; ++ply) {
    const auto each = source.span("ply");
    const auto moves = play.position.moves();
    // That a game has ended is noted too, so that one that goes on longer when an earlier move is
    // changed stops at the same ply.
    const std::int64_t can_go_on = moves.empty() ? 0 : 1;
    const std::int64_t must_go_on = ply < least ? can_go_on : 0;
    if (source.choose(must_go_on, can_go_on, [&] { return can_go_on; }) == 0) break;
    const auto move = moves[source.index(moves.size())];
    play.position.apply(move);
    play.moves.push_back(move);
  }
  return play;
}

}  // namespace arbiter
