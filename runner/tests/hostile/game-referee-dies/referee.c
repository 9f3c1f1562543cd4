// Dies of the first word.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  if (getchar() != EOF) abort();
  return 42;
}
