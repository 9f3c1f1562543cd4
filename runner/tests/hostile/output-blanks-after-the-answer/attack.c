// The right answer, and then megabytes that a checker would skip.
#include "hostile.h"

int main(void) {
  static char block[1 << 16];
  puts("held");
  fflush(stdout);
  memset(block, ' ', sizeof block);
  for (int i = 0; i < 64; i++) {
    if (write(1, block, sizeof block) < 0) break;
  }
  return 0;
}
