// Floods the referee without ever calling write: from a file, and from pipe to pipe.
#include "hostile.h"
#include <sys/sendfile.h>

int main(void) {
  static char block[65536];
  int inner[2];
  int file = open("block", O_CREAT | O_RDWR, 0600);
  if (file < 0 || pipe(inner) != 0) return 1;
  if (write(inner[1], block, 4096) < 0 || ftruncate(file, sizeof block) != 0) return 1;
  for (;;) {
    struct iovec all = {block, sizeof block};
    loff_t from = 0;
    off_t start = 0;
    ssize_t moved = 0;
    ssize_t one = splice(file, &from, 1, NULL, sizeof block, 0);
    if (one > 0) moved += one;
    one = vmsplice(1, &all, 1, 0);
    if (one > 0) moved += one;
    one = tee(inner[0], 1, 4096, 0);
    if (one > 0) moved += one;
    if (moved > 0) continue;
    one = copy_file_range(file, &from, 1, NULL, sizeof block, 0);
    if (one > 0) continue;
    if (sendfile(1, file, &start, sizeof block) <= 0) return 3;
  }
}
