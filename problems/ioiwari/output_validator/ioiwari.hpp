#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace ioiwari {

inline constexpr std::size_t k_pits = 7;
/// A pit that holds so many beads takes no more.
inline constexpr int k_full = 5;

/// The beads in pits 1 to 7, each 0 to 5.
using Board = std::array<int, k_pits>;

/// What a move leads to: the board, and what it brings into either bank.
struct Sown {
  Board board{};
  int mover = 0;
  int opponent = 0;
};

/// Makes the move `pit`, counted from 0, which must not be empty.
inline Sown sow(Board board, std::size_t pit) {
  Sown sown;
  int hand = board[pit];
  board[pit] = 0;
  for (; hand > 1; --hand) {
    pit = (pit + 1) % k_pits;
    // The hand stays as it is over a full pit; at most six pits are full, so that this ends.
    while (board[pit] == k_full) {
      --board[pit];
      ++sown.mover;
      pit = (pit + 1) % k_pits;
    }
    ++board[pit];
  }
  pit = (pit + 1) % k_pits;
  if (board[pit] >= 1 && board[pit] < k_full) {
    sown.mover += board[pit] + 1;
    board[pit] = 0;
  } else {
    ++sown.opponent;
  }
  sown.board = board;
  return sown;
}

inline int beads(const Board& board) {
  int sum = 0;
  for (const int pit : board)
    sum += pit;
  return sum;
}

/// The value of every board: the player to move gets so many beads more than the opponent from
/// here to the end, if both play as well as possible. One byte for each of the 6^7 boards; a board
/// is computed when it is asked for, and so are those that can follow it. Needs O(7 * 35) time for
/// each of them, once.
class Values {
 public:
  int of(const Board& board) {
    std::size_t index = 0;
    for (const int pit : board)
      index = index * (k_full + 1) + static_cast<std::size_t>(pit);
    if (values_[index] == k_unknown) values_[index] = static_cast<signed char>(computed(board));
    return values_[index];
  }

  /// What the player to move gets more than the opponent by this move and best play after it.
  int of_move(const Board& board, std::size_t pit) {
    const Sown sown = sow(board, pit);
    return sown.mover - sown.opponent - of(sown.board);
  }

 private:
  static constexpr signed char k_unknown = 127;
  static constexpr std::size_t k_boards = 279936;

  int computed(const Board& board) {
    int best = -k_unknown;
    for (std::size_t pit = 0; pit < k_pits; ++pit)
      if (board[pit] > 0) best = std::max(best, of_move(board, pit));
    return best == -k_unknown ? 0 : best;
  }

  std::vector<signed char> values_ = std::vector<signed char>(k_boards, k_unknown);
};

}  // namespace ioiwari
