// Writes without end: a full pipe holds it until the other has ended, and then a signal ends it.
#include <unistd.h>

int main(void) {
  static char block[4096];
  for (;;) {
    if (write(1, block, sizeof block) < 0) return 43;
  }
}
