// Fills a table with the values of all boards of at most 20 beads, those of few beads first, and
// then looks up the best move. No search, no recursion.
#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

namespace {

constexpr int k_pits = 7;
constexpr int k_full = 5;
constexpr int k_boards = 279936;  // 6^7
constexpr signed char k_unknown = 127;

using Board = std::array<int, k_pits>;

/// One byte a board: what the player to move gets more than the opponent from there on.
std::array<signed char, k_boards> value;

int number_of(const Board& board) {
  int number = 0;
  for (const int pit : board)
    number = number * 6 + pit;
  return number;
}

Board board_of(int number) {
  Board board{};
  for (int pit = k_pits - 1; pit >= 0; --pit, number /= 6)
    board[pit] = number % 6;
  return board;
}

/// Makes a move and answers what it brings to the mover more than to the opponent.
int sow(Board& board, int pit) {
  int gain = 0;
  int hand = board[pit];
  board[pit] = 0;
  while (true) {
    pit = (pit + 1) % k_pits;
    if (hand == 1) break;
    if (board[pit] == k_full) {
      --board[pit];
      ++gain;
    } else {
      ++board[pit];
      --hand;
    }
  }
  if (board[pit] == 0 || board[pit] == k_full) return gain - 1;
  gain += board[pit] + 1;
  board[pit] = 0;
  return gain;
}

int value_of_move(Board board, int pit) {
  const int gain = sow(board, pit);
  return gain - value[number_of(board)];
}

struct Choice {
  int pit = -1;
  int value = -100;
};

Choice best_move(const Board& board) {
  Choice best;
  for (int pit = 0; pit < k_pits; ++pit) {
    if (board[pit] == 0) continue;
    const int worth = value_of_move(board, pit);
    if (worth > best.value) best = {pit, worth};
  }
  return best;
}

/// A move takes at least one bead off the board, so that smaller sums are ready first. A circle has
/// no beginning, so that turned boards have the same value, which is computed once for them all.
void fill_table(int beads) {
  std::vector<std::vector<int>> numbers(beads + 1);
  for (int number = 1; number < k_boards; ++number) {
    int sum = 0;
    for (int rest = number; rest > 0; rest /= 6)
      sum += rest % 6;
    if (sum <= beads) numbers[sum].push_back(number);
  }
  value.fill(k_unknown);
  value[0] = 0;
  for (const std::vector<int>& same_sum : numbers) {
    for (int number : same_sum) {
      if (value[number] != k_unknown) continue;
      const int best = best_move(board_of(number)).value;
      for (int turn = 0; turn < k_pits; ++turn, number = number / 6 + number % 6 * (k_boards / 6))
        value[number] = static_cast<signed char>(best);
    }
  }
}

}  // namespace

int main() {
  Board board{};
  int beads = 0;
  for (int& pit : board) {
    if (std::scanf("%d", &pit) != 1) return 1;
    beads += pit;
  }
  fill_table(beads);
  while (true) {
    const int move = best_move(board).pit;
    if (move < 0) return 0;
    std::printf("%d\n", move + 1);
    std::fflush(stdout);
    sow(board, move);
    int answer = 0;
    if (number_of(board) == 0 || std::scanf("%d", &answer) != 1) return 0;
    sow(board, answer - 1);
  }
}
