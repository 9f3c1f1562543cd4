// Makes brothers and sisters: children of the box's own first process, which end in all ways.
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
  for (int i = 0; i < 30; i++) {
    const int ending[] = {0, SIGCHLD, SIGUSR1};
    long pid = syscall(SYS_clone, CLONE_PARENT | ending[i % 3], 0, 0, 0, 0);
    if (pid == 0 && i % 2 == 0) _exit(42);
    if (pid == 0) {
      for (;;) {
        pause();
      }
    }
  }
  puts("held");
  fflush(stdout);
  return 7;
}
