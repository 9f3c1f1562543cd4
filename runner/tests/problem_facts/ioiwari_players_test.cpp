// The programs that play ioiwari, asked for the value and the move of boards one by one: they agree
// with the referee's table on more boards than any test of the package has.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "ioiwari_boards.hpp"

// The sources as they are, each in a namespace of its own. They are written for contests, where
// numbers of all types index arrays.
#define main submission_main
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wreturn-type"
// NOLINTBEGIN
namespace ioiwari_reference {
#include "ioiwari/submissions/accepted/reference.cpp"
}
namespace ioiwari_search {
#include "ioiwari/submissions/accepted/search.cpp"
}
namespace ioiwari_packed {
#include "ioiwari/submissions/accepted/packed.c"
}
namespace ioiwari_opponent {
#include "ioiwari/attachments/ioiwari2.cpp"
}
// NOLINTEND
#pragma GCC diagnostic pop
#undef main

namespace ioiwari::facts {
namespace {

/// Asks a program for every board but the empty one: `value` for what the player to move gets more
/// than the other, `pit` for a best move, counted from 0.
template <class Value, class Pit>
void compare_on_all_boards(const Value& value, const Pit& pit) {
  Values exact;
  int boards = 0;
  for (const Board& board : all_boards()) {
    if (beads(board) == 0) continue;
    ASSERT_EQ(value(board), exact.of(board)) << input_line(board);
    const auto chosen = static_cast<std::size_t>(pit(board));
    ASSERT_TRUE(chosen < k_pits && board[chosen] > 0) << input_line(board);
    ASSERT_EQ(exact.of_move(board, chosen), exact.of(board)) << input_line(board) << chosen;
    ++boards;
  }
  EXPECT_EQ(boards, 279935);
}

TEST(IoiwariPlayers, ReferenceIsRightOnEveryBoard) {
  constexpr int k_most_beads = 35;
  ioiwari_reference::fill_table(k_most_beads);
  compare_on_all_boards(
      [](const Board& board) {
        return ioiwari_reference::value.at(
            static_cast<std::size_t>(ioiwari_reference::number_of(board)));
      },
      [](const Board& board) { return ioiwari_reference::best_move(board).pit; });
}

TEST(IoiwariPlayers, PackedBoardsAreRightOnEveryBoard) {
  const auto asked = [](const Board& board, int& best) {
    unsigned packed = 0;
    for (std::size_t pit = 0; pit < k_pits; ++pit)
      packed |= static_cast<unsigned>(board[pit]) << 3 * pit;
    return ioiwari_packed::value(packed, &best);
  };
  int best = 0;
  compare_on_all_boards([&](const Board& board) { return asked(board, best); },
                        [&](const Board&) { return best; });
}

TEST(IoiwariPlayers, OpponentIsRightOnEveryBoard) {
  int difference = 0;
  compare_on_all_boards(
      [](const Board& board) { return ioiwari_opponent::difference_of(board); },
      [&](const Board& board) { return ioiwari_opponent::best_pit(board, difference); });
}

/// It knows no values, only whether the player who is so many beads ahead can win.
TEST(IoiwariPlayers, SearchKeepsTheWinWithEveryLead) {
  constexpr int k_most_lead = 6;
  Values exact;
  ioiwari_search::Search search;
  int won = 0;
  int not_won = 0;
  for (const Board& board : reachable(start_boards())) {
    if (beads(board) == 0) continue;
    ioiwari_search::Position position;
    std::transform(board.begin(), board.end(), position.pits.begin(),
                   [](int pit) { return static_cast<std::int8_t>(pit); });
    for (position.lead = -k_most_lead; position.lead <= k_most_lead; ++position.lead) {
      const int move = ioiwari_search::winning_move(search, position);
      if (position.lead + exact.of(board) <= 0) {
        ASSERT_EQ(move, -1) << input_line(board) << position.lead;
        ++not_won;
        continue;
      }
      ASSERT_GE(move, 0) << input_line(board) << position.lead;
      ASSERT_GT(position.lead + exact.of_move(board, static_cast<std::size_t>(move)), 0)
          << input_line(board) << position.lead << move;
      ++won;
    }
  }
  EXPECT_EQ(won + not_won, 13 * 37653);
  EXPECT_GT(std::min(won, not_won), 100'000);
}

}  // namespace
}  // namespace ioiwari::facts
