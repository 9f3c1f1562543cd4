// Reads from everywhere in a huge empty mapping: that costs the kernel a page of tables for each
// two MiB, but no page of memory that would count as resident.
#include "hostile.h"

int main(void) {
  const long step = 2L << 20;
  const long size = step * 80000;
  char *all = mmap(0, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  long sum = 0;
  if (all == MAP_FAILED) return 1;
  madvise(all, size, MADV_NOHUGEPAGE);
  // 80000 tables are more than 300 MiB.
  for (long i = 0; i < size; i += step) {
    sum += *(volatile char *)(all + i);
  }
  sleep(1);
  printf("%ld\n", sum);
  return 0;
}
