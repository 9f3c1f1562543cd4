/* Takes 1 whatever is left. */
#include <stdio.h>

int main(void) {
  int heap, taken;
  if (scanf("%d", &heap) != 1) return 1;
  while (heap > 0) {
    printf("1\n");
    fflush(stdout);
    if (--heap == 0 || scanf("%d", &taken) != 1) break;
    heap -= taken;
  }
  return 0;
}
