// Waits for the other to begin, too.
#include <stdio.h>

int main(void) {
  return getchar() == EOF ? 43 : 42;
}
