// Ignores SIGCHLD: its children are reaped by the kernel, and nobody's rusage holds their time.
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void burn(void) {
  struct timespec used = {0, 0};
  while (used.tv_nsec < 30000000) {
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  }
}

int main(void) {
  signal(SIGCHLD, SIG_IGN);
  for (int i = 0; i < 400; i++) {
    if (fork() == 0) {
      burn();
      _exit(0);
    }
    wait(0);
  }
  puts("held");
  return 0;
}
