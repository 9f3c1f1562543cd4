// A chain of processes each of which starts the next and ends: whoever lists them is too late.
#include "hostile.h"

int main(void) {
  puts("held");
  fflush(stdout);
  if (fork() != 0) return 0;
  for (;;) {
    if (fork() > 0) _exit(0);
  }
}
