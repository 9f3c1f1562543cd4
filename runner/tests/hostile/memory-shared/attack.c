// Memory that is shared, so that no process owns it.
#include "hostile.h"

int main(void) {
  for (char *block; (block = map_memory(MAP_SHARED, MIB)) != MAP_FAILED;) memset(block, 1, MIB);
  return 1;
}
