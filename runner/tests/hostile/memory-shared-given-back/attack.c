// Memory that is shared with nobody, and given back by a call that keeps what is shared.
#include "hostile.h"

int main(void) {
  for (int i = 0; i < 400; i++) {
    char *block = map_memory(MAP_SHARED, MIB);
    if (block == MAP_FAILED) {
      return end_with(i < 64 ? "held" : "took too much");
    }
    memset(block, 1, MIB);
    madvise(block, MIB, MADV_DONTNEED);
  }
  return end_with("has 400 MiB");
}
