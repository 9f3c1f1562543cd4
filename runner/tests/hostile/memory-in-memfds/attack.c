// Fills files in memory that are in no folder and in no process.
#include "hostile.h"

int main(void) {
  static char block[1 << 19];
  memset(block, 1, sizeof block);
  for (int i = 0; i < 900; i++) {
    int file = memfd_create("hostile-left", 0);
    if (file < 0) {
      return end_with(errno == EPERM ? "held" : "no more");
    }
    if (write(file, block, sizeof block) < 0) break;
  }
  return 1;
}
