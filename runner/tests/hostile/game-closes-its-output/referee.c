// Reads until the end: the box keeps the pipe open until the other has ended.
#include <stdio.h>

int main(void) {
  return getchar() == EOF ? 43 : 42;
}
