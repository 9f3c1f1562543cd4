#include <stdio.h>

int main(void) {
  char line[1000];
  if (fgets(line, sizeof line, stdin) != NULL) fputs(line, stdout);
  return 0;
}
