#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "ioiwari/generators/start_boards.hpp"
#include "ioiwari/output_validator/rules.hpp"

namespace ioiwari::facts {

/// A move written down bead by bead as the statement tells it, without a thought of speed. If
/// `skips_emptied` the pit that was emptied is passed over on a full lap, which is wrong.
inline Sown told_move(const Board& board, std::size_t chosen, bool skips_emptied = false) {
  std::vector<int> pits(board.begin(), board.end());
  std::vector<int> hand(static_cast<std::size_t>(pits[chosen]), 1);
  pits[chosen] = 0;
  Sown sown;
  std::size_t here = chosen;
  while (!hand.empty()) {
    here = here == 6 ? 0 : here + 1;
    if (skips_emptied && here == chosen) continue;
    int& pit = pits[here];
    if (hand.size() > 1 && pit == 5) {
      pit = 4;
      sown.mover += 1;
    } else if (hand.size() > 1) {
      hand.pop_back();
      pit += 1;
    } else if (pit == 1 || pit == 2 || pit == 3 || pit == 4) {
      sown.mover += pit;
      pit = 0;
      sown.mover += 1;
      hand.pop_back();
    } else {
      sown.opponent += 1;
      hand.pop_back();
    }
  }
  for (std::size_t i = 0; i < k_pits; ++i)
    sown.board[i] = pits[i];
  return sown;
}

/// Values by told_move, remembered in a map.
class ToldValues {
 public:
  explicit ToldValues(bool skips_emptied = false) : skips_emptied_(skips_emptied) {}

  int of(const Board& board) {
    const auto known = values_.find(board);
    if (known != values_.end()) return known->second;
    bool is_over = true;
    int best = 0;
    for (std::size_t pit = 0; pit < k_pits; ++pit) {
      if (board[pit] == 0) continue;
      const int value = of_move(board, pit);
      best = is_over ? value : std::max(best, value);
      is_over = false;
    }
    return values_[board] = best;
  }

  int of_move(const Board& board, std::size_t pit) {
    const Sown sown = told_move(board, pit, skips_emptied_);
    return sown.mover - sown.opponent - of(sown.board);
  }

 private:
  bool skips_emptied_;
  std::map<Board, int> values_;
};

inline std::vector<Board> all_boards() {
  std::vector<Board> boards;
  for (int number = 0; number < 279936; ++number) {
    Board board{};
    int rest = number;
    for (std::size_t pit = k_pits; pit-- > 0; rest /= 6)
      board[pit] = rest % 6;
    boards.push_back(board);
  }
  return boards;
}

/// All boards that can come up in a game from one of `starts`.
inline std::set<Board> reachable(const std::vector<Board>& starts) {
  std::set<Board> found;
  std::vector<Board> open = starts;
  while (!open.empty()) {
    const Board board = open.back();
    open.pop_back();
    if (!found.insert(board).second) continue;
    for (std::size_t pit = 0; pit < k_pits; ++pit)
      if (board[pit] > 0) open.push_back(sow(board, pit).board);
  }
  return found;
}

/// Plays a whole game; `choose` moves for the first player.
inline Rules::State played(Rules& rules, const std::function<int(const Rules::State&)>& choose) {
  Rules::State state = rules.start();
  while (!rules.ending(state)) {
    rules.apply(state,
                state.mover == arbiter::Player::first ? choose(state) : rules.choose_move(state));
  }
  return state;
}

}  // namespace ioiwari::facts
