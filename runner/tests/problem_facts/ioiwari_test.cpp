// Every figure in the solution of ioiwari.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include "ioiwari_boards.hpp"

namespace ioiwari::facts {
namespace {

using Counts = std::map<int, int>;

TEST(IoiwariMoves, AreAsTheStatementTellsThem) {
  for (const Board& board : all_boards()) {
    for (std::size_t pit = 0; pit < k_pits; ++pit) {
      if (board[pit] == 0) continue;
      const Sown quick = sow(board, pit);
      const Sown told = told_move(board, pit);
      ASSERT_EQ(quick.board, told.board) << input_line(board) << pit;
      ASSERT_EQ(quick.mover, told.mover) << input_line(board) << pit;
      ASSERT_EQ(quick.opponent, told.opponent) << input_line(board) << pit;
      ASSERT_LT(beads(quick.board), beads(board)) << "a move takes a bead off the board";
    }
  }
}

TEST(IoiwariMoves, MakeTheGameOfTheStatement) {
  Rules rules({"4 3 2 4 2 3 2\n", {}});
  Rules::State state = rules.start();
  struct Step {
    int move;
    Board board;
    std::array<int, 2> banks;
  };
  const std::vector<Step> steps = {
      {2, {4, 0, 3, 5, 0, 3, 2}, {3, 0}},  {3, {4, 0, 0, 4, 1, 4, 0}, {3, 4}},
      {5, {4, 0, 0, 4, 0, 0, 0}, {8, 4}},  {4, {0, 0, 0, 0, 1, 1, 1}, {8, 9}},
      {5, {0, 0, 0, 0, 0, 0, 1}, {10, 9}}, {7, {0, 0, 0, 0, 0, 0, 0}, {11, 9}},
  };
  for (const Step& step : steps) {
    EXPECT_EQ(rules.value(state), 2) << "the line is optimal";
    rules.apply(state, step.move);
    EXPECT_EQ(state.board, step.board);
    EXPECT_EQ((std::array{state.first_bank, state.second_bank}), step.banks);
  }
  EXPECT_EQ(rules.ending(state)->outcome, arbiter::Outcome::win);
}

TEST(IoiwariStarts, AreCountedByValueAndByMoves) {
  Values values;
  Counts differences;
  Counts best_moves;
  Counts winning_moves;
  for (const Board& board : start_boards()) {
    int best = 0;
    int winning = 0;
    for (std::size_t pit = 0; pit < k_pits; ++pit) {
      best += values.of_move(board, pit) == values.of(board) ? 1 : 0;
      winning += values.of_move(board, pit) > 0 ? 1 : 0;
    }
    ++differences[values.of(board)];
    ++best_moves[best];
    ++winning_moves[winning];
  }
  EXPECT_EQ(differences, (Counts{{2, 140}, {4, 133}, {6, 84}}));
  EXPECT_EQ(best_moves, (Counts{{1, 224}, {2, 63}, {3, 35}, {4, 35}}));
  EXPECT_EQ(winning_moves, (Counts{{1, 70}, {2, 112}, {3, 112}, {4, 56}, {5, 7}}));
}

TEST(IoiwariStarts, AreFiftyOneCircles) {
  std::set<Board> circles;
  for (Board board : start_boards()) {
    Board smallest = board;
    for (std::size_t turn = 0; turn < k_pits; ++turn) {
      std::rotate(board.begin(), board.begin() + 1, board.end());
      smallest = std::min(smallest, board);
    }
    circles.insert(smallest);
  }
  EXPECT_EQ(start_boards().size(), 357U);
  EXPECT_EQ(circles.size(), 51U);
}

TEST(IoiwariBoards, AreCountedBySignAndByMoves) {
  Values values;
  Counts signs;
  const std::set<Board> boards = reachable(start_boards());
  for (const Board& board : boards) {
    const int value = values.of(board);
    ++signs[(value > 0) - (value < 0)];
    EXPECT_EQ((value + beads(board)) % 2, 0) << "differences at the end are even";
  }
  EXPECT_EQ(boards.size(), 37654U);
  EXPECT_EQ(signs, (Counts{{1, 30961}, {0, 2864}, {-1, 3829}}));
  long moves = 0;
  for (const Board& board : all_boards())
    moves += std::count_if(board.begin(), board.end(), [](int pit) { return pit > 0; });
  EXPECT_EQ(moves, 1632960);
}

TEST(IoiwariGames, HaveAtMostSoManyPositionsAndMoves) {
  std::size_t most_positions = 0;
  long most_moves = 0;
  for (const Board& start : start_boards()) {
    std::set<std::pair<Board, int>> positions;
    std::vector<std::pair<Board, int>> open = {{start, 0}};
    long moves = 0;
    while (!open.empty()) {
      const auto [board, player] = open.back();
      open.pop_back();
      if (!positions.insert({board, player}).second) continue;
      for (std::size_t pit = 0; pit < k_pits; ++pit) {
        if (board[pit] == 0) continue;
        ++moves;
        open.push_back({sow(board, pit).board, 1 - player});
      }
    }
    most_positions = std::max(most_positions, positions.size());
    most_moves = std::max(most_moves, moves);
  }
  EXPECT_EQ(most_positions, 12375U);
  EXPECT_EQ(most_moves, 45905);
}

struct Length {
  int least = 0;
  int most = 0;
  double games = 1;
};

const Length& length_of(const Board& board, std::map<Board, Length>& known) {
  const auto found = known.find(board);
  if (found != known.end()) return found->second;
  Length length;
  for (std::size_t pit = 0; pit < k_pits; ++pit) {
    if (board[pit] == 0) continue;
    const Length& after = length_of(sow(board, pit).board, known);
    length.least = length.most == 0 ? after.least + 1 : std::min(length.least, after.least + 1);
    length.most = std::max(length.most, after.most + 1);
    length.games += after.games;
  }
  return known[board] = length;
}

TEST(IoiwariGames, LastFiveToEighteenMoves) {
  std::map<Board, Length> known;
  Length all{99, 0, 0};
  for (const Board& board : start_boards()) {
    const Length& length = length_of(board, known);
    all = {std::min(all.least, length.least), std::max(all.most, length.most),
           std::max(all.games, length.games)};
  }
  EXPECT_EQ(all.least, 5);
  EXPECT_EQ(all.most, 18);
  EXPECT_EQ(all.games, 9706987) << "nodes of the largest game tree";
}

TEST(IoiwariGames, AreNotLostBySkippingTheEmptiedPit) {
  Values values;
  ToldValues skipping(true);
  int differ = 0;
  for (const Board& board : reachable(start_boards()))
    differ += values.of(board) != skipping.of(board) ? 1 : 0;
  EXPECT_EQ(differ, 35);
  for (const Board& board : start_boards()) {
    Rules rules({input_line(board), {}});
    const Rules::State end = played(rules, [&](const Rules::State& state) {
      int best = 0;
      for (int move = 1; move <= 7; ++move) {
        if (state.board[static_cast<std::size_t>(move - 1)] == 0) continue;
        const auto value = [&](int of) {
          return skipping.of_move(state.board, static_cast<std::size_t>(of - 1));
        };
        if (best == 0 || value(move) > value(best)) best = move;
      }
      return best;
    });
    EXPECT_GT(end.first_bank, end.second_bank) << input_line(board);
  }
}

}  // namespace
}  // namespace ioiwari::facts
