// Holds its input in every way there is: leases, locks, watches, locked maps of it.
#include "hostile.h"
#include <sys/file.h>
#include <sys/inotify.h>

int main(void) {
  struct flock whole = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
  int watch = inotify_init1(IN_NONBLOCK);
  for (int i = 0; i < 300; i++) {
    int again = open("/proc/self/fd/0", i % 2 == 0 ? O_RDONLY : O_RDWR);
    int fd = again >= 0 ? again : 0;
    flock(fd, LOCK_EX | LOCK_NB);
    fcntl(fd, F_SETLK, &whole);
    fcntl(fd, F_OFD_SETLK, &whole);
    fcntl(fd, F_SETLEASE, i % 2 == 0 ? F_RDLCK : F_WRLCK);
    fcntl(fd, F_NOTIFY, 0x8000003f);
    inotify_add_watch(watch, "/proc/self/fd/0", IN_ALL_EVENTS);
    void *all = mmap(NULL, 4096, PROT_READ, MAP_SHARED | MAP_LOCKED, fd, 0);
    if (all != MAP_FAILED) mprotect(all, 4096, PROT_READ | PROT_WRITE);
  }
  return end_with("held");
}
