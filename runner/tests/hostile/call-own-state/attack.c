// Changes everything about itself that a process may change; nothing of it may be inherited.
#include "hostile.h"
#include <sys/personality.h>
#include <sys/time.h>

int main(void) {
  const struct itimerval soon = {{0, 1000}, {100, 0}};
  struct sigevent event = {.sigev_notify = SIGEV_NONE};
  timer_t timer;
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, 0);
  for (int number = 1; number < 65; number++) {
    signal(number, SIG_IGN);
    // Two belong to libc, which does not let them be ignored.
    kill(getpid(), number == SIGKILL || number == SIGSTOP || number / 2 == 16 ? 0 : number);
  }
  setitimer(ITIMER_REAL, &soon, 0);
  setitimer(ITIMER_VIRTUAL, &soon, 0);
  setitimer(ITIMER_PROF, &soon, 0);
  timer_create(CLOCK_REALTIME, &event, &timer);
  umask(0777);
  prctl(PR_SET_NAME, "hostile");
  prctl(PR_SET_DUMPABLE, 0);
  prctl(PR_SET_TIMERSLACK, 1000000000);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
  prctl(PR_SET_SECUREBITS, 1);
  prctl(PR_SET_KEEPCAPS, 1);
  prctl(PR_SET_TSC, PR_TSC_SIGSEGV);
  prctl(PR_MCE_KILL, PR_MCE_KILL_SET, PR_MCE_KILL_LATE, 0, 0);
  personality(ADDR_NO_RANDOMIZE | READ_IMPLIES_EXEC);
  fcntl(0, F_SETFL, O_NONBLOCK);
  fcntl(1, F_SETFL, O_APPEND | O_NONBLOCK);
  fcntl(1, F_SETOWN, getpid());
  fcntl(1, F_SETSIG, SIGKILL);
  lseek(0, 12345, SEEK_SET);
  setpgid(0, 0);
  mlockall(MCL_CURRENT);
  return end_with("held");
}
