// Says much to the judge, leaves much behind, and dies.
#include "hostile.h"

int main(void) {
  static char block[200000];
  char name[64];
  memset(block, 'x', sizeof block);
  for (int i = 0; i < 4; i++) {
    if (write(1, block, sizeof block) < 0 || write(2, block, sizeof block) < 0) return 1;
  }
  for (int i = 0; i < 300; i++) {
    snprintf(name, sizeof name, "hostile-left-%d", i);
    if (i % 2 == 0) mkdir(name, 0);
    if (i % 2 == 1) mkfifo(name, 0);
  }
  return raise(SIGSEGV);
}
