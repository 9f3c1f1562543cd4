/* A main program for solutions that consist of the function who() alone: it reads one word, asks
   who() and prints the answer. Compile it together with your file, in C or in C++. */
#include <stdio.h>

int who(const char* word);

int main(void) {
  char word[64];
  if (scanf("%63s", word) != 1) {
    fprintf(stderr, "who_main: expected a word on standard input\n");
    return 1;
  }
  printf("%d\n", who(word));
  return 0;
}
