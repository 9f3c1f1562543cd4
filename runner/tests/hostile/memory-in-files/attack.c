// Fills the work folder, which lies in memory, with files below the output limit.
#include "hostile.h"

int main(void) {
  static char block[1 << 19];
  char name[64];
  memset(block, 1, sizeof block);
  for (int i = 0; i < 10000; i++) {
    snprintf(name, sizeof name, "/work/hostile-left-%d", i);
    int file = open(name, O_CREAT | O_WRONLY, 0600);
    if (file < 0 || write(file, block, sizeof block) < 0) break;
    close(file);
  }
  // What stops it is the limit, not a full disk.
  stay();
}
