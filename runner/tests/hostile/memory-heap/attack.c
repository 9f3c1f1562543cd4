// Takes and touches memory without end.
#include <stdlib.h>
#include <string.h>

int main(void) {
  for (;;) {
    char *block = malloc(1 << 20);
    if (block == 0) return 1;
    memset(block, 1, 1 << 20);
  }
}
