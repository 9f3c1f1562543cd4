// Waits for the other to begin.
#include <stdio.h>

int main(void) {
  return getchar() == EOF ? 4 : 0;
}
