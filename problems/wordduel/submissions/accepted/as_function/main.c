#include <stdio.h>

#include "who.h"

int main(void) {
  char word[16];
  if (scanf("%15s", word) != 1) return 1;
  printf("%d\n", who(word));
  return 0;
}
