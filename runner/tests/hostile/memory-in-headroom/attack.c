// Holds more than its limit in a file that nobody sees, but less than with what its group is given
// for its output and the kernel's own tables.
#include "hostile.h"

int main(void) {
  static char block[1 << 20];
  memset(block, 1, sizeof block);
  int file = open("/dev/shm/hostile-left", O_CREAT | O_RDWR, 0600);
  unlink("/dev/shm/hostile-left");
  for (int i = 0; i < 76; i++) {
    if (pwrite(file, block, sizeof block,(off_t)i << 20) < 0) return 1;
  }
  // For long enough to be seen where nobody counts.
  struct timespec used = {0, 0};
  while (used.tv_nsec < 100000000) clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return end_with("held");
}
