// Signals its parent, process 1, its group and everybody, with all there is.
#include "hostile.h"

int main(void) {
  for (int number = 1; number < 65; number++) {
    if (number == SIGCONT) continue;
    kill(1, number);
    kill(getppid(), number);
    kill(-1, number);
  }
  for (int pid = 2; pid < 5000; pid++) {
    if (pid != getpid()) kill(pid, SIGKILL);
  }
  return end_with("held");
}
