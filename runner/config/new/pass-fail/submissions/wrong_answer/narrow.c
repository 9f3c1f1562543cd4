#include <stdio.h>

/* Its sum has 32 bits only. */
int main(void) {
  unsigned a, b;
  if (scanf("%u %u", &a, &b) != 2) return 1;
  printf("%d\n", (int)(a + b));
  return 0;
}
