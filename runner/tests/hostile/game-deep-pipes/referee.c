// Says all, then listens.
#include <unistd.h>

enum { MANY = 500000 };

int main(void) {
  static char block[MANY];
  for (long wrote = 0; wrote < MANY;) {
    ssize_t put = write(1, block, (size_t)(MANY - wrote));
    if (put <= 0) return 1;
    wrote += put;
  }
  for (long heard = 0; heard < MANY;) {
    ssize_t got = read(0, block, sizeof block);
    if (got <= 0) return 43;
    heard += got;
  }
  return 42;
}
