#pragma once

#include <algorithm>
#include <arbiter/trail_game.hpp>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

/// How long a trail game lasts when its winner hurries and its loser delays. There are more
/// positions than in the question who wins, as cancelled moves lengthen a game: only games with
/// few edges left can be measured.
class Resistance {
 public:
  explicit Resistance(arbiter::TrailSolver& solver) : solver_(solver) {}

  /// The number of moves to come, nothing when finding it would take too much work.
  std::optional<int> moves_left(const arbiter::TrailPosition& position) {
    constexpr int k_most_edges = 24;
    constexpr std::size_t k_most_positions = 400;
    if (position.total() > k_most_edges) return std::nullopt;
    most_remembered_ = known_.size() + k_most_positions;
    return search(position);
  }

 private:
  using Key = std::pair<int, std::vector<unsigned char>>;

  static Key key(const arbiter::TrailPosition& position) {
    Key key{position.at, {}};
    for (int from = 0; from < arbiter::k_trail_vertices; ++from) {
      for (int to = 0; to < arbiter::k_trail_vertices; ++to) {
        for (int i = 0; i < position.count(from, to); ++i) {
          key.second.push_back(static_cast<unsigned char>(from));
          key.second.push_back(static_cast<unsigned char>(to));
        }
      }
    }
    return key;
  }

  std::optional<int> search(const arbiter::TrailPosition& position) {
    Key place = key(position);
    const auto known = known_.find(place);
    if (known != known_.end()) return known->second;
    if (known_.size() >= most_remembered_) return std::nullopt;
    const std::optional<bool> is_won = solver_.mover_wins(position);
    if (!is_won) return std::nullopt;
    std::optional<int> best;
    for (int to = 0; to < arbiter::k_trail_vertices; ++to) {
      if (position.count(position.at, to) == 0) continue;
      const arbiter::TrailPosition next = position.after(to);
      // A winner considers only the moves that keep the win.
      if (*is_won && solver_.mover_wins(next) != false) continue;
      const std::optional<int> rest = search(next);
      if (!rest) return std::nullopt;
      const int moves = *rest + 1;
      best = !best ? moves : *is_won ? std::min(*best, moves) : std::max(*best, moves);
    }
    known_.emplace(std::move(place), best.value_or(0));
    return best.value_or(0);
  }

  arbiter::TrailSolver& solver_;
  std::map<Key, int> known_;
  std::size_t most_remembered_ = 0;
};
