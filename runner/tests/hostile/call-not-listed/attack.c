// System calls that no program needs and that reach beyond it: what they give must be what an old
// kernel gives, and must come from the filter, not from a lack of rights.
#include "hostile.h"

int main(void) {
  static char block[4096];
  must_fail("modify_ldt", syscall(SYS_modify_ldt, 0, block, sizeof block), ENOSYS);
  must_fail("io_setup", syscall(SYS_io_setup, 8, block), ENOSYS);
  must_fail("io_destroy", syscall(SYS_io_destroy, 0), ENOSYS);
  must_fail("vmsplice", syscall(SYS_vmsplice, 1, block, 0, 0), ENOSYS);
  must_fail("splice", syscall(SYS_splice, 0, 0, 1, 0, 0, 0), ENOSYS);
  must_fail("tee", syscall(SYS_tee, 0, 1, 0, 0), ENOSYS);
  must_fail("preadv2", syscall(SYS_preadv2, 0, block, 0, 0, 0, 8), ENOSYS);
  must_fail("memfd_secret", syscall(447, 0), ENOSYS);
  must_fail("process_mrelease", syscall(448, 0, 0), ENOSYS);
  must_fail("landlock_create_ruleset", syscall(444, 0, 0, 1), ENOSYS);
  must_fail("uselib", syscall(SYS_uselib, "/lib/x"), ENOSYS);
  must_fail("sysfs", syscall(SYS_sysfs, 3), ENOSYS);
  must_fail("inotify_init", syscall(SYS_inotify_init1, 0), ENOSYS);
  must_fail("inotify_add_watch", syscall(SYS_inotify_add_watch, 0, "/usr/bin", 1), ENOSYS);
  must_fail("openat2", syscall(437, AT_FDCWD, "/", block, 24), ENOSYS);
  must_fail("remap_file_pages", syscall(SYS_remap_file_pages, block, 0, 0, 0, 0), ENOSYS);
  must_fail("a file without a name", open("/tmp", O_TMPFILE | O_RDWR, 0600), EOPNOTSUPP);
  must_fail("merging pages", prctl(67, 1, 0, 0, 0), EINVAL);
  must_fail("watching a folder", fcntl(open("/usr", O_RDONLY), F_NOTIFY, DN_ACCESS), EINVAL);
  must_fail("a lease", fcntl(0, F_SETLEASE, F_RDLCK), EPERM);
  for (int family = 0; family < 46; family++) {
    int ends[2];
    if (family != AF_UNIX) must_fail("socketpair", socketpair(family, SOCK_STREAM, 0, ends), EAFNOSUPPORT);
  }
  // Descriptors in flight count for a whole user of the host.
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) failures++;
  must_fail("sendmsg", send_descriptor(pair[0], pair[0]), EPERM);
  if (send(pair[0], "x", 1, 0) != 1 || read(pair[1], block, 1) != 1) failures++;
  // Nothing is written out for it, and that is as good here.
  sync();
  if (fsync(1) != 0) failures++;
  return end_with(failures == 0 ? "held" : "open");
}
