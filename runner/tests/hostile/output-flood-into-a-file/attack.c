// Writes one large file, also one without a name; or asks for one of which nothing is written.
#include "hostile.h"

int main(void) {
  int how = 0;
  int file = open("hostile-left", O_CREAT | O_RDWR, 0600);
  if (scanf("%d", &how) != 1) return 1;
  if (how == 1) return ftruncate(file, 1L << 40) != 0;
  if (how == 2) return posix_fallocate(file, 0, 1L << 30) != 0;
  if (how == 3) return pwrite(file, "x", 1, 1L << 50) != 1;
  if (how == 4 && unlink("hostile-left") != 0) return 1;
  return flood(file);
}
