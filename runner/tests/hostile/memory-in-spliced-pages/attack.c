// Gives a byte of each huge page to a pipe, and the page back: the pipe holds all of it.
#include "hostile.h"

int main(void) {
  const size_t huge = 2 << 20;
  int ends[2];
  if (pipe(ends) != 0) return 1;
  int taken = 0;
  for (; taken < 100; taken++) {
    char *room = mmap(0, 2 * huge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) break;
    char *block = (char *)(((size_t)room + huge - 1) & ~(huge - 1));
    madvise(block, huge, MADV_HUGEPAGE);
    memset(block, 1, huge);
    struct iovec byte = {block, 1};
    long put = vmsplice(ends[1], &byte, 1, SPLICE_F_NONBLOCK);
    munmap(room, 2 * huge);
    if (put != 1 && pipe(ends) != 0) break;
    if (put != 1 && taken == 0) break;
  }
  return end_with(taken == 0 ? "held" : "took it");
}
