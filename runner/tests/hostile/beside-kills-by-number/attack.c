// Guesses the numbers of whoever else is there, and ends, stops, slows and traces them.
#include "hostile.h"
#include <sys/ptrace.h>

int main(void) {
  const struct sched_param none = {0};
  for (int pid = 1; pid < 5000; pid++) {
    if (pid == getpid()) continue;
    kill(pid, SIGKILL);
    kill(-pid, SIGSTOP);
    syscall(SYS_tkill, pid, SIGKILL);
    syscall(SYS_rt_sigqueueinfo, pid, SIGKILL, &(siginfo_t){.si_code = SI_QUEUE});
    int fd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (fd >= 0) syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0);
    if (fd >= 0) close(fd);
    setpriority(PRIO_PROCESS, (id_t)pid, 19);
    sched_setscheduler(pid, SCHED_IDLE, &none);
    ptrace(PTRACE_SEIZE, pid, 0, 0);
  }
  return end_with("held");
}
