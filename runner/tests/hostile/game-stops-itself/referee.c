// Says a word, and must hear it and then the end.
#include "hostile.h"

int main(void) {
  char word[64];
  puts("word");
  fflush(stdout);
  if (scanf("%63s", word) != 1 || strcmp(word, "word") != 0) return 43;
  return scanf("%63s", word) == 1 ? 43 : 42;
}
