// Bug: a pit is taken to be full from four beads on.
#include <array>
#include <iostream>

using Board = std::array<int, 7>;

signed char known[1 << 21];  // 100 + value by seven octal digits; 0 is not known yet

int sow(Board& board, int pit) {
  int gain = 0;
  int hand = board[pit];
  board[pit] = 0;
  pit = (pit + 1) % 7;
  for (; hand > 1; pit = (pit + 1) % 7) {
    if (board[pit] >= 4) {
      --board[pit];
      ++gain;
    } else {
      ++board[pit];
      --hand;
    }
  }
  if (board[pit] >= 1 && board[pit] <= 3) {
    gain += board[pit] + 1;
    board[pit] = 0;
  } else {
    --gain;
  }
  return gain;
}

int choose(const Board& board, int& best);

int value(const Board& board) {
  int code = 0;
  for (int pit : board)
    code = code * 8 + pit;
  if (code == 0) return 0;
  int best = 0;
  if (known[code] == 0) known[code] = static_cast<signed char>(100 + choose(board, best));
  return known[code] - 100;
}

int choose(const Board& board, int& best) {
  int most = -1000;
  for (int pit = 0; pit < 7; ++pit) {
    if (board[pit] == 0) continue;
    Board next = board;
    const int gain = sow(next, pit) - value(next);
    if (gain > most) {
      most = gain;
      best = pit;
    }
  }
  return most;
}

int main() {
  Board board;
  for (int& pit : board)
    std::cin >> pit;
  while (board != Board{}) {
    int move = 0;
    choose(board, move);
    std::cout << move + 1 << std::endl;
    sow(board, move);
    int answer = 0;
    if (board == Board{} || !(std::cin >> answer)) break;
    sow(board, answer - 1);
  }
}
