// Computes for ever, in the way that its input names, so that it is hard to see.
#include "hostile.h"

static void *compute(void *nothing) {
  for (;;) {
  }
  return nothing;
}

int main(int argc, char **argv) {
  char *const again[] = {"attack", "again", 0};
  char how[32] = "execs";
  if (argc < 2 && scanf("%31s", how) != 1) return 1;
  // Each of them has hardly used any time.
  if (strcmp(how, "execs") == 0) return execve("/proc/self/exe", again, argv + argc);
  if (strcmp(how, "kernel") == 0) {
    static char block[MIB];
    int zero = open("/dev/zero", O_RDONLY);
    while (read(zero, block, sizeof block) >= 0) continue;
  }
  if (strcmp(how, "yields") == 0) {
    // No tick finds it running.
    const struct timespec moment = {0, 1000};
    for (unsigned i = 0;; i++) {
      sched_yield();
      if (i % 100 == 0) nanosleep(&moment, 0);
    }
  }
  if (strcmp(how, "children") == 0) {
    for (int i = 0; i < 8; i++) {
      if (fork() == 0) compute(0);
    }
    return stay();
  }
  if (strcmp(how, "thread") == 0) {
    // The process looks like a zombie while the other thread computes.
    pthread_t thread;
    pthread_create(&thread, 0, compute, 0);
    pthread_exit(0);
  }
  return 1;
}
