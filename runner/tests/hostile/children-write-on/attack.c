// Ends with the right answer while its children go on writing.
#include "hostile.h"

int main(void) {
  int ends[2];
  char byte;
  if (pipe(ends) != 0) return 1;
  puts("held");
  fflush(stdout);
  if (fork() == 0) {
    close(ends[1]);
    // The parent is gone when this pipe ends.
    while (read(ends[0], &byte, 1) > 0) {
    }
    for (;;) {
      if (write(1, "   \n", 4) < 0) _exit(1);
    }
  }
  return 0;
}
