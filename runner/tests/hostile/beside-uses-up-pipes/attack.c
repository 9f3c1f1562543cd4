// Holds as many pipes as it can have, as large as they can be, and for a while.
#include "hostile.h"

int main(void) {
  int ends[2];
  while (pipe(ends) == 0) {
    for (int size = 1 << 20; size > 4096 && fcntl(ends[1], F_SETPIPE_SZ, size) < 0; size /= 2) {
    }
  }
  // One is given back for the output.
  close(ends[0]);
  for (int i = 0; i < 30; i++)
    nanosleep(&(struct timespec){0, 5000000}, NULL);
  return end_with("held");
}
