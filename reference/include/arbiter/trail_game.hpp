#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace arbiter {

/// How many vertices a trail game may have; they are numbered from 0.
inline constexpr int k_trail_vertices = 32;

/// A game on a directed graph with parallel edges and loops: a token stands on a vertex; the
/// players take turns moving it along an edge that was not used before. Who cannot move, loses.
struct TrailPosition {
  std::array<std::array<std::uint16_t, k_trail_vertices>, k_trail_vertices> edges{};
  int at = 0;

  int count(int from, int to) const {
    return edges[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
  }
  void add(int from, int to, int number = 1) {
    auto& edge = edges[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
    edge = static_cast<std::uint16_t>(edge + number);
  }
  /// The position after a move to `to`, along an edge that must be there.
  TrailPosition after(int to) const {
    TrailPosition next = *this;
    next.add(at, to, -1);
    next.at = to;
    return next;
  }
  int total() const {
    int sum = 0;
    for (const auto& row : edges)
      for (const int number : row)
        sum += number;
    return sum;
  }
};

/// The position without pairs of opposite edges and without pairs of equal loops. The same player
/// wins it: who wins the smaller game plays there, and answers a move along one edge of a pair by
/// the other edge, after which the token stands where it stood.
inline TrailPosition cancelled(const TrailPosition& position) {
  TrailPosition smaller = position;
  for (int a = 0; a < k_trail_vertices; ++a) {
    smaller.add(a, a, -(position.count(a, a) / 2 * 2));
    for (int b = 0; b < a; ++b) {
      const int pairs = std::min(position.count(a, b), position.count(b, a));
      smaller.add(a, b, -pairs);
      smaller.add(b, a, -pairs);
    }
  }
  return smaller;
}

/// The definition put into code, without memory: exponential in the number of edges.
inline bool trail_mover_wins_slowly(const TrailPosition& position) {
  for (int to = 0; to < k_trail_vertices; ++to) {
    if (position.count(position.at, to) > 0 && !trail_mover_wins_slowly(position.after(to)))
      return true;
  }
  return false;
}

/// Who wins a trail game, by a search of the cancelled position that remembers what it has seen.
/// Exponential in the worst case, so the work of one question and the memory of all are bounded.
class TrailSolver {
 public:
  /// A question is given up after `most_positions` new ones; after `most_remembered` remembered
  /// ones the memory starts anew.
  explicit TrailSolver(std::size_t most_positions = 2'000'000,
                       std::size_t most_remembered = 300'000)
      : most_positions_(most_positions), most_remembered_(most_remembered) {}

  /// From now on a question is given up after so many new positions.
  void limit(std::size_t most_positions) { most_positions_ = most_positions; }

  /// Whether the player to move wins; nothing when the question was given up.
  std::optional<bool> mover_wins(const TrailPosition& position) {
    left_ = cancelled(position);
    for (int from = 0; from < k_trail_vertices; ++from) {
      std::uint32_t& to_set = targets_[static_cast<std::size_t>(from)];
      to_set = 0;
      for (int to = 0; to < k_trail_vertices; ++to)
        if (left_.count(from, to) > 0) to_set |= bit(to);
    }
    searched_now_ = 0;
    const Answer answer = search(position.at);
    if (answer == Answer::unknown) return std::nullopt;
    return answer == Answer::won;
  }

  /// How many positions were searched by the last question, and by all; remembered ones and those
  /// that are decided without a search do not count.
  std::size_t searched_by_last() const { return searched_now_; }
  std::size_t searched() const { return searched_; }

 private:
  enum class Answer : char { lost, won, unknown };
  using Set = std::uint32_t;

  static Set bit(int vertex) { return Set{1} << vertex; }

  Set targets_of(int from) const { return targets_[static_cast<std::size_t>(from)]; }

  /// Vertices whose value no later move can change, since they were left out or lead to such.
  struct Settled {
    Set won = 0;
    Set lost = 0;
  };

  /// A vertex without edges is lost; one with an edge to a lost vertex is won, as whoever uses up
  /// that edge wins with it; one with edges to won vertices only is lost.
  Settled settle() const {
    Settled settled;
    bool changes = true;
    while (changes) {
      changes = false;
      for (int v = 0; v < k_trail_vertices; ++v) {
        if (((settled.won | settled.lost) & bit(v)) != 0) continue;
        const bool is_won = (targets_of(v) & settled.lost) != 0;
        const bool is_lost = (targets_of(v) & ~settled.won) == 0;
        if (is_won) settled.won |= bit(v);
        if (is_lost) settled.lost |= bit(v);
        changes = changes || is_won || is_lost;
      }
    }
    return settled;
  }

  Set reachable(int from, Set among) const {
    Set seen = bit(from);
    Set fresh = seen;
    while (fresh != 0) {
      const int v = std::countr_zero(fresh);
      fresh &= fresh - 1;
      const Set next = targets_of(v) & among & ~seen;
      seen |= next;
      fresh |= next;
    }
    return seen;
  }

  std::u16string key(int at, Set region) const {
    std::u16string text(1, static_cast<char16_t>(at));
    for (Set from_set = region; from_set != 0; from_set &= from_set - 1) {
      const int from = std::countr_zero(from_set);
      for (Set to_set = targets_of(from) & region; to_set != 0; to_set &= to_set - 1) {
        const int to = std::countr_zero(to_set);
        const int number = left_.count(from, to);
        // Six bits for the number; one that is too large for them follows by itself.
        constexpr int k_large = 63;
        text.push_back(static_cast<char16_t>((from * 32 + to) << 6 | std::min(number, k_large)));
        if (number >= k_large) text.push_back(static_cast<char16_t>(number));
      }
    }
    return text;
  }

  /// The move to try first: the one that leaves the opponent the fewest vertices to go to, which
  /// in hard positions saves nine tenths of the search.
  int best_of(Set to_set, Set open) const {
    int best = 0;
    int fewest = k_trail_vertices + 1;
    for (; to_set != 0; to_set &= to_set - 1) {
      const int to = std::countr_zero(to_set);
      const int replies = std::popcount(targets_of(to) & open);
      if (replies >= fewest) continue;
      best = to;
      fewest = replies;
    }
    return best;
  }

  Answer search(int at) {
    const Settled settled = settle();
    if ((settled.won & bit(at)) != 0) return Answer::won;
    if ((settled.lost & bit(at)) != 0) return Answer::lost;
    const Set open = ~(settled.won | settled.lost);
    std::u16string place = key(at, reachable(at, open));
    const auto known = remembered_.find(place);
    if (known != remembered_.end()) return known->second ? Answer::won : Answer::lost;
    if (searched_now_ >= most_positions_) return Answer::unknown;
    ++searched_now_;
    ++searched_;
    Answer answer = Answer::lost;
    for (Set to_set = targets_of(at) & open; to_set != 0 && answer == Answer::lost;) {
      const int to = best_of(to_set, open);
      to_set &= ~bit(to);
      take(at, to);
      const Answer theirs = search(to);
      put_back(at, to);
      if (theirs == Answer::unknown) answer = Answer::unknown;
      if (theirs == Answer::lost) answer = Answer::won;
    }
    if (answer == Answer::unknown) return answer;
    if (remembered_.size() >= most_remembered_) remembered_.clear();
    remembered_.emplace(std::move(place), answer == Answer::won);
    return answer;
  }

  void take(int from, int to) {
    left_.add(from, to, -1);
    if (left_.count(from, to) == 0) targets_[static_cast<std::size_t>(from)] &= ~bit(to);
  }
  void put_back(int from, int to) {
    left_.add(from, to);
    targets_[static_cast<std::size_t>(from)] |= bit(to);
  }

  std::size_t most_positions_;
  std::size_t most_remembered_;
  std::size_t searched_now_ = 0;
  std::size_t searched_ = 0;
  TrailPosition left_;
  std::array<Set, k_trail_vertices> targets_{};
  std::unordered_map<std::u16string, bool> remembered_;
};

}  // namespace arbiter
