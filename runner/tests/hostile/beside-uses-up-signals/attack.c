// Queues signals to itself, and timers that need one each, until its user may have no more.
#include "hostile.h"

int main(void) {
  sigset_t all;
  timer_t timer;
  int queued = 0;
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN};
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  while (queued < 1000000 && sigqueue(getpid(), SIGRTMIN, (union sigval){0}) == 0)
    queued++;
  while (queued < 1000000 && timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)
    queued++;
  // So it stays for a while.
  for (int i = 0; i < 20; i++)
    nanosleep(&(struct timespec){0, 5000000}, NULL);
  return end_with(queued <= 512 ? "held" : "unlimited");
}
