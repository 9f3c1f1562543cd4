// Reads until the end.
#include <stdio.h>

int main(void) {
  while (getchar() != EOF) {
  }
  return 43;
}
