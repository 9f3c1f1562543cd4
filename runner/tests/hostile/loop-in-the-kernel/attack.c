// Burns its time in system calls.
#include "hostile.h"

int main(void) {
  static char block[1 << 20];
  int zero = open("/dev/zero", O_RDONLY);
  for (;;) {
    if (read(zero, block, sizeof block) < 0) return 1;
  }
}
