// Treats its output as a file: cuts it, writes over it, moves in it.
#include "hostile.h"

int main(void) {
  int which = 0;
  if (scanf("%d", &which) != 1) return 1;
  if (write(1, "wrong answer\n", 13) != 13) return 1;
  if (ftruncate(1, 0) != 0 || lseek(1, 0, SEEK_SET) != 0) return 1;
  if (which == 0) return write(1, "held\n", 5) != 5;
  if (which == 1) {
    int again = open("/proc/self/fd/1", O_RDWR | O_TRUNC);
    fcntl(1, F_SETFL, O_APPEND | O_NONBLOCK);
    fcntl(1, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW);
    return write(again < 0 ? 1 : again, "held\n", 5) != 5;
  }
  // Far behind the end: a hole of NUL bytes before the answer.
  lseek(1, 1000, SEEK_SET);
  return write(1, "held\n", 5) != 5;
}
