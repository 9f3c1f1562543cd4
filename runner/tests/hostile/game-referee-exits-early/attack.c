// Plays on for as long as somebody answers.
#include <stdio.h>

int main(void) {
  char word[64];
  puts("word");
  fflush(stdout);
  return scanf("%63s", word) == 1 ? 1 : 0;
}
