/* The board is one number of seven octal digits, pit 1 the lowest; moving around the circle is a
   rotation of 21 bits. Values are remembered in an array of all such numbers. */
#include <stdio.h>

enum { pits = 7, mask = (1 << 21) - 1, unknown = 0, offset = 100 };

static unsigned char memory[1 << 21];

static unsigned rotate(unsigned board) {
  return (board >> 3 | board << 18) & mask;
}

/* Moves from the lowest pit; *board is then rotated so that the pit of the last bead is lowest. */
static int sow(unsigned* board, int* turned) {
  int gain = 0;
  unsigned b = *board;
  int hand = (int)(b & 7);
  b = rotate(b & ~7U);
  for (*turned = 1; hand > 1; ++*turned, b = rotate(b)) {
    if ((b & 7) == 5) {
      --b;
      ++gain;
    } else {
      ++b;
      --hand;
    }
  }
  if ((b & 7) == 0 || (b & 7) == 5) {
    --gain;
  } else {
    gain += (int)(b & 7) + 1;
    b &= ~7U;
  }
  *board = b;
  return gain;
}

/* What the player to move gets more than the other; *best is the distance of the best pit. The
   value does not depend on where the circle begins. */
static int value(unsigned board, int* best) {
  int pit, most = -offset;
  for (pit = 0; pit < pits; ++pit, board = rotate(board)) {
    unsigned next = board;
    int turned, ignored, gain;
    if ((board & 7) == 0) continue;
    gain = sow(&next, &turned);
    if (next != 0) {
      if (memory[next] == unknown) memory[next] = (unsigned char)(value(next, &ignored) + offset);
      gain -= memory[next] - offset;
    }
    if (gain > most) {
      most = gain;
      *best = pit;
    }
  }
  return most;
}

/* Makes the move that lies `distance` pits ahead and turns the board back. */
static unsigned moved(unsigned board, int distance) {
  int i, turned;
  for (i = 0; i < distance; ++i)
    board = rotate(board);
  sow(&board, &turned);
  for (i = (distance + turned) % pits; i % pits != 0; ++i)
    board = rotate(board);
  return board;
}

int main(void) {
  unsigned board = 0;
  int pit, beads, best, answer;
  for (pit = 0; pit < pits; ++pit) {
    if (scanf("%d", &beads) != 1) return 1;
    board |= (unsigned)beads << 3 * pit;
  }
  while (board != 0) {
    value(board, &best);
    printf("%d\n", best + 1);
    fflush(stdout);
    board = moved(board, best);
    if (board == 0 || scanf("%d", &answer) != 1) break;
    board = moved(board, answer - 1);
  }
  return 0;
}
