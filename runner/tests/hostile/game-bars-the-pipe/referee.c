// Opens its standard input again by name for every word.
#include "hostile.h"

int main(void) {
  char word[64];
  for (int i = 0; i < 20; i++) {
    printf("word%d\n", i);
    fflush(stdout);
    if (read(0, word, sizeof word) < 5 || strncmp(word, "word", 4) != 0) return 43;
    int again = open("/dev/stdin", O_RDONLY);
    if (again < 0) {
      perror("the referee cannot open its input");
      return 1;
    }
    close(again);
  }
  return 42;
}
