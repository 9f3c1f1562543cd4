// Writes and never reads.
#include <unistd.h>

int main(void) {
  static char block[4096];
  for (;;) {
    if (write(1, block, sizeof block) < 0) return 1;
  }
}
