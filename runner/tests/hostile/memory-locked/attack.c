// Locks what it takes, so that nothing of it can be given back.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

int main(void) {
  mlockall(MCL_CURRENT | MCL_FUTURE);
  for (;;) {
    char *block = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) {
      // Refused; then without locks.
      munlockall();
      block = malloc(1 << 20);
    }
    if (block == 0) return 1;
    memset(block, 1, 1 << 20);
  }
}
