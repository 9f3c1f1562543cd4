// Each of many processes has a few sockets, full of what nobody reads, and hides what it has.
#include "hostile.h"

static void fill(void) {
  static char block[1 << 14];
  int ends[2];
  memset(block, 1, sizeof block);
  for (int i = 0; i < 40 && socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0; i++) {
    for (int end = 0; end < 2; end++) {
      fcntl(ends[end], F_SETFL, O_NONBLOCK);
      while (write(ends[end], block, sizeof block) > 0) {
      }
    }
  }
}

int main(void) {
  prctl(PR_SET_DUMPABLE, 0);
  for (int i = 0; i < 30; i++) {
    if (fork() == 0) {
      fill();
      sleep(2);
      _exit(0);
    }
  }
  while (wait(0) > 0) {
  }
  return end_with("held");
}
