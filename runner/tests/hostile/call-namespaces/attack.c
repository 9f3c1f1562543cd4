// New namespaces, in which one may mount and be root.
#include "hostile.h"
#include <linux/sched.h>
#include <sys/mount.h>

static char stack[65536];

static int child(void *nothing) { return nothing != 0; }

int main(void) {
  static const int kinds[] = {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET,
                              CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP, 0x80};
  static const char *const spaces[] = {"user", "mnt", "pid", "net", "ipc", "uts", "cgroup"};
  int done = 0;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    struct clone_args arguments = {.flags = (unsigned)kinds[i] | CLONE_NEWUSER,
                                   .exit_signal = SIGCHLD};
    done += unshare(kinds[i]) == 0;
    done += unshare(kinds[i] | CLONE_NEWUSER) == 0;
    // The lowest byte of clone's flags is a signal.
    if (kinds[i] != 0x80) {
      done += clone(child, stack + sizeof stack, kinds[i] | SIGCHLD, 0) > 0;
      done += clone(child, stack + sizeof stack, kinds[i] | CLONE_NEWUSER | SIGCHLD, 0) > 0;
    }
    done += syscall(SYS_clone3, &arguments, sizeof arguments) > 0;
  }
  for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/ns/%s", spaces[i]);
    done += setns(open(path, O_RDONLY), 0) == 0;
  }
  done += mount("none", "/tmp", "tmpfs", 0, "") == 0;
  done += mount("/", "/tmp", 0, MS_BIND, "") == 0;
  done += mount(0, "/usr", 0, MS_REMOUNT | MS_BIND, "") == 0;
  done += umount2("/program", MNT_DETACH) == 0;
  done += umount2("/tmp", 0) == 0;
  done += chroot("/tmp") == 0;
  done += syscall(SYS_pivot_root, "/tmp", "/tmp") == 0;
  done += syscall(428, AT_FDCWD, "/", 1) >= 0;
  done += syscall(430, "tmpfs", 0) >= 0;
  done += syscall(442, AT_FDCWD, "/usr", 0, 0, 0) == 0;
  return end_with(done == 0 ? "held" : "escaped");
}
