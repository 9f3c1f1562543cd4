// Fills the kernel's buffers: pipes that nobody reads.
#include "hostile.h"

int main(void) {
  static char block[1 << 16];
  int ends[2];
  memset(block, 1, sizeof block);
  for (int i = 0; i < 2000 && pipe2(ends, O_NONBLOCK) == 0; i++) {
    fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
    while (write(ends[1], block, sizeof block) > 0) {
    }
  }
  return end_with("held");
}
