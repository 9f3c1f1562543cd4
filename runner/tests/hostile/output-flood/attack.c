// Writes without end: to the descriptor that the input names.
#include "hostile.h"

int main(void) {
  int to = 1;
  if (scanf("%d", &to) != 1) return 1;
  return flood(to);
}
