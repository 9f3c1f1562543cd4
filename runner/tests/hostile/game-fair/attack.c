// Plays by the rules, against a referee who does.
#include <stdio.h>

int main(void) {
  char word[64];
  while (scanf("%63s", word) == 1) {
    printf("%s\n", word);
    fflush(stdout);
  }
  return 0;
}
