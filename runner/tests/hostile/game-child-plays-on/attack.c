// Leaves the game to a process that lives on.
#include "hostile.h"

int main(void) {
  pid_t first = getpid();
  if (fork() != 0) return 0;
  setsid();
  ignore_signals();
  while (getppid() == first) {
  }
  echo();
  stay();
}
