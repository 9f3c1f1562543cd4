// One line as long as the limit lets it.
#include "hostile.h"

int main(void) {
  static char block[1000000];
  memset(block, 'a', sizeof block);
  return write(1, block, sizeof block) < 0;
}
