// Says a word a million times and wants to hear it again.
#include <stdio.h>
#include <string.h>

int main(void) {
  char word[64];
  for (int i = 0; i < 1000000; i++) {
    printf("word%d\n", i);
    fflush(stdout);
    if (scanf("%63s", word) != 1 || strncmp(word, "word", 4) != 0) return 43;
  }
  return 42;
}
