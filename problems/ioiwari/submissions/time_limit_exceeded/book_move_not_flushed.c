/* Bug: the first move on the board of the statement is written down, and the branch that prints it
   does not flush, so that the move stays in the buffer while it waits for the answer. */
#include <stdio.h>
#include <string.h>

static unsigned char known[2097152]; /* 100 + value by seven octal digits */

static int choose(const int board[7], int* best);

static int sow(int board[7], int pit) {
  int gain = 0, hand = board[pit];
  board[pit] = 0;
  for (pit = (pit + 1) % 7; hand > 1; pit = (pit + 1) % 7) {
    if (board[pit] == 5) {
      --board[pit];
      ++gain;
    } else {
      ++board[pit];
      --hand;
    }
  }
  if (board[pit] == 0 || board[pit] == 5) return gain - 1;
  gain += board[pit] + 1;
  board[pit] = 0;
  return gain;
}

static int code(const int board[7]) {
  int pit, sum = 0;
  for (pit = 0; pit < 7; ++pit)
    sum = sum * 8 + board[pit];
  return sum;
}

static int value(const int board[7]) {
  int best, number = code(board);
  if (number == 0) return 0;
  if (known[number] == 0) known[number] = (unsigned char)(100 + choose(board, &best));
  return known[number] - 100;
}

static int choose(const int board[7], int* best) {
  int pit, most = -100;
  for (pit = 0; pit < 7; ++pit) {
    int next[7], gain;
    if (board[pit] == 0) continue;
    memcpy(next, board, sizeof next);
    gain = sow(next, pit);
    gain -= value(next);
    if (gain > most) {
      most = gain;
      *best = pit;
    }
  }
  return most;
}

int main(void) {
  int board[7], pit, move, answer;
  for (pit = 0; pit < 7; ++pit)
    if (scanf("%d", &board[pit]) != 1) return 1;
  while (code(board) != 0) {
    if (code(board) == 04324232) {
      move = 1;
      printf("2\n");
    } else {
      choose(board, &move);
      printf("%d\n", move + 1);
      fflush(stdout);
    }
    sow(board, move);
    if (code(board) == 0 || scanf("%d", &answer) != 1) break;
    sow(board, answer - 1);
  }
  return 0;
}
