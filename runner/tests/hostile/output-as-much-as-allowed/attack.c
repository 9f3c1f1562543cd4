// Exactly as much as it may write.
#include "hostile.h"

int main(void) {
  static char block[1 << 20];
  memset(block, ' ', sizeof block);
  memcpy(block, "held", 4);
  return write(1, block, sizeof block) != sizeof block;
}
