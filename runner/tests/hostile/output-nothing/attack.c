// Closes its output, or writes nothing.
#include "hostile.h"

int main(void) {
  int which = 0;
  if (scanf("%d", &which) != 1) return 1;
  if (which == 1) close(1);
  if (which == 2) {
    for (int fd = 0; fd < 64; fd++)
      close(fd);
  }
  return 0;
}
