// Dies in the middle of the game.
#include <stdio.h>

int main(void) {
  puts("word");
  fflush(stdout);
  return *(volatile int *)0;
}
