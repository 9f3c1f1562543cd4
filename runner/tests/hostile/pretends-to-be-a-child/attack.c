// Sends its parent what a dying child would send.
#include "hostile.h"

int main(void) {
  siginfo_t info = {0};
  info.si_code = SI_QUEUE;
  info.si_pid = getpid();
  info.si_status = 0;
  for (int i = 0; i < 1000; i++) {
    kill(1, SIGCHLD);
    kill(getppid(), SIGCHLD);
    syscall(SYS_rt_sigqueueinfo, 1, SIGCHLD, &info);
  }
  return end_with("held");
}
