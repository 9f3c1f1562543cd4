// Locks what it takes, so that nothing of it can be given back.
#include "hostile.h"

int main(void) {
  mlockall(MCL_CURRENT | MCL_FUTURE);
  for (char *block; (block = map_memory(MAP_PRIVATE, MIB)) != MAP_FAILED;) memset(block, 1, MIB);
  // Refused; then without locks.
  munlockall();
  return take_memory();
}
