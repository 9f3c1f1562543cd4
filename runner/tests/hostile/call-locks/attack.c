// Locks and leases on files that all runs share, to signal to another one.
#include "hostile.h"
#include <sys/file.h>

int main(void) {
  static const char *const names[] = {"/usr/bin/env", "/etc/passwd", "/program/attack",
                                      "/dev/null", "/proc/self/fd/0", "/work"};
  struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
  int done = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    int file = open(names[i], O_RDONLY);
    done += flock(file, LOCK_SH | LOCK_NB) == 0;
    done += flock(file, LOCK_EX | LOCK_NB) == 0;
    done += fcntl(file, F_SETLK, &lock) == 0;
    done += fcntl(file, F_OFD_SETLK, &lock) == 0;
    done += fcntl(file, F_SETLEASE, F_RDLCK) == 0;
  }
  return end_with(done == 0 ? "held" : "locked");
}
