// Signals its parent, process 1, its group and everybody, with all there is.
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

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
  puts("held");
  return 0;
}
