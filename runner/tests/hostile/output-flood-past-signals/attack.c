// Writes without end, and ignores the signal that says that it is too much.
#include <signal.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  static char block[1 << 16];
  signal(SIGXFSZ, SIG_IGN);
  memset(block, 'x', sizeof block);
  for (int i = 0; i < 100000; i++) {
    if (write(1, block, sizeof block) < 0) break;
  }
  return 0;
}
