/* Leaves a multiple of 4 to the other. */
#include <stdio.h>

int main(void) {
  int heap, taken;
  if (scanf("%d", &heap) != 1) return 1;
  while (heap > 0) {
    taken = heap % 4 == 0 ? 1 : heap % 4;
    printf("%d\n", taken);
    fflush(stdout);
    heap -= taken;
    if (heap == 0 || scanf("%d", &taken) != 1) break;
    heap -= taken;
  }
  return 0;
}
