// Makes itself more important than others, or the judge less.
#include "hostile.h"

int main(void) {
  struct sched_param first = {.sched_priority = 1};
  cpu_set_t cores;
  int done = 0;
  CPU_ZERO(&cores);
  CPU_SET(0, &cores);
  done += sched_setscheduler(0, SCHED_FIFO, &first) == 0;
  done += sched_setscheduler(0, SCHED_RR, &first) == 0;
  done += sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){0}) == 0;
  done += sched_setscheduler(1, SCHED_BATCH, &(struct sched_param){0}) == 0;
  done += sched_setaffinity(0, sizeof cores, &cores) == 0;
  done += sched_setaffinity(1, sizeof cores, &cores) == 0;
  done += setpriority(PRIO_PROCESS, 0, -20) == 0;
  done += setpriority(PRIO_PROCESS, 1, 19) == 0;
  done += setpriority(PRIO_USER, 0, 19) == 0;
  done += setpriority(PRIO_PGRP, 1, 19) == 0;
  done += syscall(SYS_ioprio_set, 1, 0, 1 << 13) == 0;
  done += syscall(SYS_ioprio_set, 3, getuid(), 3 << 13) == 0;
  done += syscall(SYS_sched_setattr, 0, (int[12]){48, 6}, 0) == 0;
  // Its own importance downwards is its own business.
  setpriority(PRIO_PROCESS, 0, 19);
  return end_with(done == 0 ? "held" : "changed");
}
