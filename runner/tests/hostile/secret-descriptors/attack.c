// Looks for descriptors that the judge forgot to close.
#include "hostile.h"

int main(void) {
  static char block[1 << 16];
  int found = 0;
  for (int fd = 3; fd < 100000; fd++) {
    if (fcntl(fd, F_GETFD) < 0) continue;
    found++;
    ssize_t got = pread(fd, block, sizeof block, 0);
    if (got > 0) fwrite(block, 1, (size_t)got, stdout);
    send(fd, "x", 1, MSG_DONTWAIT);
  }
  printf("%d found\n", found);
  return 0;
}
