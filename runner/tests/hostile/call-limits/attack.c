// Changes limits: its own upwards, and those of others.
#include "hostile.h"

int main(void) {
  const struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
  const struct rlimit zero = {0, 0};
  static const int which[] = {RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_STACK, RLIMIT_CORE,
                              RLIMIT_MSGQUEUE, RLIMIT_MEMLOCK, RLIMIT_RTPRIO, RLIMIT_NICE};
  int done = 0;
  for (size_t i = 0; i < sizeof which / sizeof *which; i++) {
    struct rlimit now;
    getrlimit(which[i], &now);
    if (now.rlim_max != RLIM_INFINITY) done += setrlimit(which[i], &none) == 0;
    for (int pid = 1; pid < 4; pid++) {
      if (pid != getpid()) done += prlimit(pid, which[i], &zero, 0) == 0;
    }
    done += prlimit(getppid(), which[i], &none, 0) == 0;
  }
  // Its own downwards; the next run must have them as they were.
  setrlimit(RLIMIT_NOFILE, &zero);
  setrlimit(RLIMIT_CPU, &(struct rlimit){1, 1});
  setrlimit(RLIMIT_AS, &(struct rlimit){1 << 28, 1 << 28});
  return end_with(done == 0 ? "held" : "changed");
}
