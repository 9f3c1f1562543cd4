// Makes brothers and sisters: children of the box's own first process, which end in all ways.
#include "hostile.h"

int main(void) {
  for (int i = 0; i < 30; i++) {
    const int ending[] = {0, SIGCHLD, SIGUSR1};
    long pid = syscall(SYS_clone, CLONE_PARENT | ending[i % 3], 0, 0, 0, 0);
    if (pid == 0 && i % 2 == 0) _exit(42);
    if (pid == 0) {
      stay();
    }
  }
  puts("held");
  fflush(stdout);
  return 7;
}
