// Takes hold of other processes: by tracing, by their memory, by their descriptors.
#include "hostile.h"
#include <sys/ptrace.h>

int main(void) {
  char byte = 0;
  struct iovec mine = {&byte, 1};
  struct iovec theirs = {main, 1};
  int done = 0;
  for (int pid = 1; pid < 4; pid++) {
    done += ptrace(PTRACE_ATTACH, pid, 0, 0) == 0;
    done += ptrace(PTRACE_SEIZE, pid, 0, 0) == 0;
    done += process_vm_writev(pid, &mine, 1, &theirs, 1, 0) > 0;
    done += process_vm_readv(pid, &mine, 1, &theirs, 1, 0) > 0;
    done += syscall(SYS_kcmp, pid, getpid(), 1, 0, 0) == 0;
  }
  done += ptrace(PTRACE_TRACEME, 0, 0, 0) == 0;
  int self = (int)syscall(SYS_pidfd_open, getpid(), 0);
  done += syscall(SYS_pidfd_getfd, self, 0, 0) >= 0;
  int init = (int)syscall(SYS_pidfd_open, 1, 0);
  done += syscall(SYS_pidfd_getfd, init, 3, 0) >= 0;
  syscall(SYS_pidfd_send_signal, init, SIGKILL, 0, 0);
  return end_with(done == 0 ? "held" : "took hold");
}
