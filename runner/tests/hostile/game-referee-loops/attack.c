// Waits for a referee that thinks for ever.
#include <stdio.h>

int main(void) {
  return getchar() == EOF ? 0 : 1;
}
