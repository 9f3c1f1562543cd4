// Recursion without an end.
#include <stdio.h>

static int descend(int depth) {
  volatile char frame[4096];
  frame[depth % 4096] = (char)depth;
  return descend(depth + 1) + frame[depth % 4096];
}

int main(void) {
  printf("%d\n", descend(0));
  return 0;
}
