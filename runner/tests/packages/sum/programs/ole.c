#include <stdio.h>

int main(void) {
  for (long i = 0; i < 4000000; ++i) puts("again and again");
  return 0;
}
