// Writes without end: to the descriptor that the input names.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  static char block[1 << 16];
  int to = 1;
  if (scanf("%d", &to) != 1) return 1;
  memset(block, 'x', sizeof block);
  for (;;) {
    if (write(to, block, sizeof block) < 0) return 1;
  }
}
