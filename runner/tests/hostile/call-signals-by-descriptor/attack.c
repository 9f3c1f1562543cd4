// Lets the kernel send signals to others in its name: as owner of a pipe on which bytes come.
#include "hostile.h"

int main(void) {
  static const int signals[] = {0, SIGKILL, SIGSTOP, SIGSEGV, SIGCHLD};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    for (int owner = -1; owner < 2; owner += 2) {
      int ends[2];
      if (pipe(ends) != 0) return 1;
      fcntl(ends[0], F_SETOWN, owner);
      fcntl(ends[0], F_SETSIG, signals[i]);
      fcntl(ends[0], F_SETFL, O_ASYNC | O_NONBLOCK);
      if (write(ends[1], "x", 1) != 1) return 1;
    }
  }
  return end_with("held");
}
