// Asks, and waits for the answer as long as it takes.
#include <stdio.h>

int main(void) {
  char word[64];
  puts("word");
  fflush(stdout);
  return scanf("%63s", word) == 1 ? 42 : 43;
}
