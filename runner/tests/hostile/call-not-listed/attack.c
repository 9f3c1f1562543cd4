// System calls that no program needs and that reach beyond it: what they give must be what an old
// kernel gives, and must come from the filter, not from a lack of rights.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static int failures;

static void must_fail(const char *name, long result, int error) {
  if (result >= 0 || errno != error) {
    printf("%s gives %ld, errno %d\n", name, result, errno);
    failures++;
  }
}

// Descriptors in flight count for a whole user of the host.
static void send_descriptor(void) {
  int ends[2];
  union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr first;
  } control;
  struct iovec part = {"x", 1};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  memset(&control, 0, sizeof control);
  control.first.cmsg_level = SOL_SOCKET;
  control.first.cmsg_type = SCM_RIGHTS;
  control.first.cmsg_len = CMSG_LEN(sizeof(int));
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) failures++;
  must_fail("sendmsg", sendmsg(ends[0], &message, 0), EPERM);
  if (send(ends[0], "x", 1, 0) != 1 || read(ends[1], control.bytes, 1) != 1) failures++;
}

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
  send_descriptor();
  // Nothing is written out for it, and that is as good here.
  sync();
  if (fsync(1) != 0) failures++;
  puts(failures == 0 ? "held" : "open");
  return 0;
}
