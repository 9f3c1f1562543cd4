// Uses nearly all of its memory, which is its right.
#include "hostile.h"

int main(void) {
  const size_t size = (size_t)60 << 20;
  char *block = malloc(size);
  memset(block, 'x', size);
  printf("held %c\n", block[size / 2]);
  return 0;
}
