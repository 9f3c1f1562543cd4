// Answers, but keeps the answer in its own buffer.
#include <stdio.h>

int main(void) {
  char word[64];
  while (scanf("%63s", word) == 1) {
    printf("%s\n", word);
  }
  return 0;
}
