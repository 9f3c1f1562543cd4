// Bug: takes the first pit that is not empty.
#include <array>
#include <iostream>

using Board = std::array<int, 7>;

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

int main() {
  Board board;
  for (int& pit : board)
    std::cin >> pit;
  while (board != Board{}) {
    int move = 0;
    while (board[move] == 0)
      ++move;
    std::cout << move + 1 << std::endl;
    sow(board, move);
    int answer = 0;
    if (board == Board{} || !(std::cin >> answer)) break;
    sow(board, answer - 1);
  }
}
