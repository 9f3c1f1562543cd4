// Starts processes although its language needs none, in every way that there is.
#define _GNU_SOURCE
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static char stack[65536];

static int child(void *nothing) { return nothing != 0; }

int main(void) {
  struct clone_args arguments = {.exit_signal = SIGCHLD};
  long made = 0;
  made += fork() >= 0;
  made += syscall(SYS_fork) >= 0;
  made += syscall(SYS_vfork) >= 0;
  made += clone(child, stack + sizeof stack, SIGCHLD, 0) >= 0;
  made += clone(child, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, 0) >= 0;
  made += clone(child, stack + sizeof stack, CLONE_PARENT | SIGCHLD, 0) >= 0;
  made += syscall(SYS_clone3, &arguments, sizeof arguments) >= 0;
  for (unsigned long pass = 0; pass < 10000; pass++) {
    made += syscall(SYS_clone, SIGCHLD, 0, 0, 0, pass << 32 | pass) >= 0;
  }
  puts(made == 0 ? "held" : "forked");
  return 0;
}
