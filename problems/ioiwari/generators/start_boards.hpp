#pragma once

#include <string>
#include <vector>

#include "ioiwari.hpp"

namespace ioiwari {

/// All boards that a game can start with, in lexicographic order.
inline std::vector<Board> start_boards() {
  std::vector<Board> boards;
  constexpr int k_combinations = 2187;  // 3^7
  for (int combination = 0; combination < k_combinations; ++combination) {
    Board board{};
    int rest = combination;
    for (std::size_t pit = k_pits; pit-- > 0; rest /= 3)
      board[pit] = 2 + rest % 3;
    if (beads(board) == 20) boards.push_back(board);
  }
  return boards;
}

/// A board as the line of an input.
inline std::string input_line(const Board& board) {
  std::string line;
  for (const int pit : board)
    line += (line.empty() ? "" : " ") + std::to_string(pit);
  return line + '\n';
}

}  // namespace ioiwari
