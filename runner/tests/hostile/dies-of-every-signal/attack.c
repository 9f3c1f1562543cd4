// Dies of the signal that the input names.
#include "hostile.h"

int main(void) {
  int number = 0;
  puts("held");
  fflush(stdout);
  if (scanf("%d", &number) != 1) return 1;
  signal(number, SIG_DFL);
  kill(getpid(), number);
  return 2;
}
