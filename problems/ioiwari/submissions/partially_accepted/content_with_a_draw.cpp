// Bug: takes the first move that does not lose, so that it often only draws.
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
    if (board[pit] == 5) {
      --board[pit];
      ++gain;
    } else {
      ++board[pit];
      --hand;
    }
  }
  if (board[pit] >= 1 && board[pit] <= 4) {
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

int first_that_does_not_lose(const Board& board, int lead) {
  for (int pit = 0; pit < 7; ++pit) {
    Board next = board;
    if (board[pit] > 0 && lead + sow(next, pit) - value(next) >= 0) return pit;
  }
  return 0;
}

int main() {
  Board board;
  for (int& pit : board)
    std::cin >> pit;
  int lead = 0;
  while (board != Board{}) {
    const int move = first_that_does_not_lose(board, lead);
    std::cout << move + 1 << std::endl;
    lead += sow(board, move);
    int answer = 0;
    if (board == Board{} || !(std::cin >> answer)) break;
    lead -= sow(board, answer - 1);
  }
}
