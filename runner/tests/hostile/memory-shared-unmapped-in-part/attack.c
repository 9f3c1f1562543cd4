// Shared memory of which but a page stays mapped, made without a file and with the one of zeros.
#include "hostile.h"

static int take(int flags, int file) {
  for (int i = 0; i < 200; i++) {
    char *block = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, flags, file, 0);
    if (block == MAP_FAILED) return i;
    memset(block, 1, 1 << 20);
    munmap(block + 4096, (1 << 20) - 4096);
  }
  return 200;
}

int main(void) {
  int zeros = open("/dev/zero", O_RDWR);
  int taken = take(MAP_SHARED | MAP_ANONYMOUS, -1) + take(MAP_SHARED, zeros);
  char byte = 1;
  // It is still what programs know it to be.
  int is_zero = read(zeros, &byte, 1) == 1 && byte == 0;
  return end_with(taken == 0 && is_zero ? "held" : "took it");
}
