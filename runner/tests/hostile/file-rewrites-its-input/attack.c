// Writes to its input, through the descriptor and by opening it again.
#include "hostile.h"

int main(void) {
  char word[64] = "";
  int done = 0;
  if (scanf("%63s", word) != 1) return 1;
  done += pwrite(0, "X", 1, 0) == 1;
  done += ftruncate(0, 0) == 0;
  for (int which = 0; which < 3; which++) {
    static const int flags[] = {O_RDWR, O_WRONLY | O_TRUNC, O_WRONLY | O_APPEND};
    int again = open("/proc/self/fd/0", flags[which]);
    done += again >= 0 && write(again, "X", 1) == 1;
  }
  done += mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, 0, 0) != MAP_FAILED;
  lseek(0, 0, SEEK_END);
  return end_with(done == 0 ? word : "changed");
}
