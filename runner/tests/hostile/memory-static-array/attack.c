// An array far larger than the limit, most of it used.
#include <stdio.h>

static char cells[400 << 20];

int main(void) {
  for (long i = 0; i < (long)sizeof cells; i += 512) {
    cells[i] = (char)i;
  }
  printf("%d\n", cells[12345 * 512]);
  return 0;
}
