// Plays with a referee that is broken.
#include <stdio.h>

int main(void) {
  puts("word");
  fflush(stdout);
  while (getchar() != EOF) {
  }
  return 0;
}
