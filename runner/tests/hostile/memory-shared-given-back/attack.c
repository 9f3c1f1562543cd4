// Memory that is shared with nobody, and given back by a call that keeps what is shared.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

int main(void) {
  for (int i = 0; i < 400; i++) {
    char *block = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) {
      puts(i < 64 ? "held" : "took too much");
      return 0;
    }
    memset(block, 1, 1 << 20);
    madvise(block, 1 << 20, MADV_DONTNEED);
  }
  puts("has 400 MiB");
  return 0;
}
