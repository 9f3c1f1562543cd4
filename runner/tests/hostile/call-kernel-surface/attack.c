// Parts of the kernel that have been broken before: bpf, io_uring, userfaultfd, perf, fanotify.
#include "hostile.h"
#include <linux/perf_event.h>

int main(void) {
  static char block[512];
  struct perf_event_attr event = {.type = PERF_TYPE_SOFTWARE, .size = sizeof event};
  must_fail("bpf", syscall(SYS_bpf, 0, block, sizeof block), EPERM);
  must_fail("io_uring_setup", syscall(425, 8, block), ENOSYS);
  must_fail("io_uring_enter", syscall(426, 0, 0, 0, 0, 0), ENOSYS);
  must_fail("io_uring_register", syscall(427, 0, 0, 0, 0), ENOSYS);
  must_fail("userfaultfd", syscall(SYS_userfaultfd, 1), EPERM);
  must_fail("perf_event_open", syscall(SYS_perf_event_open, &event, 0, -1, -1, 0), EPERM);
  must_fail("fanotify_init", syscall(SYS_fanotify_init, 0x200, 0), EPERM);
  must_fail("kexec_load", syscall(SYS_kexec_load, 0, 0, 0, 0), EPERM);
  must_fail("init_module", syscall(SYS_init_module, block, 1, ""), EPERM);
  must_fail("finit_module", syscall(SYS_finit_module, 0, "", 0), EPERM);
  must_fail("delete_module", syscall(SYS_delete_module, "x", 0), EPERM);
  must_fail("reboot", syscall(SYS_reboot, 0xfee1dead, 0x28121969, 0x1234567, 0), EPERM);
  must_fail("swapon", syscall(SYS_swapon, "/tmp", 0), EPERM);
  must_fail("quotactl", syscall(SYS_quotactl, 0, "/", 0, block), EPERM);
  must_fail("acct", syscall(SYS_acct, 0), EPERM);
  must_fail("syslog", syscall(SYS_syslog, 3, block, sizeof block), EPERM);
  must_fail("settimeofday", syscall(SYS_settimeofday, block, 0), EPERM);
  must_fail("clock_settime", syscall(SYS_clock_settime, 0, block), EPERM);
  must_fail("sethostname", syscall(SYS_sethostname, "x", 1), EPERM);
  must_fail("iopl", syscall(SYS_iopl, 3), EPERM);
  return end_with(failures == 0 ? "held" : "open");
}
