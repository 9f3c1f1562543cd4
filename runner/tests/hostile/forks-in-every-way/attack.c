// Starts processes in every way that there is, and lets one of them answer.
#include "hostile.h"
#include <linux/sched.h>
#include <spawn.h>

static char stack[65536];

static int child(void *nothing) { _exit(nothing != 0); }

int main(void) {
  struct clone_args arguments = {.exit_signal = SIGCHLD};
  int ends[2];
  if (pipe(ends) != 0) return 1;
  int made = 0;
  pid_t pid = fork();
  if (pid == 0) _exit(write(ends[1], "he", 2) != 2);
  made += pid > 0;
  made += clone(child, stack + sizeof stack, SIGCHLD, 0) > 0;
  made += clone(child, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, 0) > 0;
  char *const words[] = {"/bin/sh", "-c", "true", 0};
  made += posix_spawn(&pid, words[0], 0, 0, words, 0) == 0;
  // Not there, so that a libc takes what can be looked into.
  if (syscall(SYS_clone3, &arguments, sizeof arguments) >= 0) return 1;
  int status = 0;
  while (wait(&status) > 0) made -= status == 0;
  char text[3] = "";
  if (read(ends[0], text, 2) != 2) return 1;
  return end_with(made == 0 ? "held" : text);
}
