// Reads until the end, which comes when the other has ended.
#include <stdio.h>

int main(void) {
  return getchar() == EOF ? 43 : 42;
}
