// The right answer, but a status that says that something went wrong.
#include <stdio.h>

int main(void) {
  int status = 0;
  if (scanf("%d", &status) != 1) return 1;
  puts("held");
  return status;
}
