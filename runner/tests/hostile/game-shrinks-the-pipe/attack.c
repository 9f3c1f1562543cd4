// Takes the room of the pipes away, makes its ends fail instead of wait, asks for signals.
#include "hostile.h"
#include <poll.h>

enum { MANY = 500000 };

int main(void) {
  static char block[MANY];
  signal(SIGIO, SIG_IGN);
  for (int fd = 0; fd < 2; fd++) {
    fcntl(fd, F_SETPIPE_SZ, 4096);
    fcntl(fd, F_SETOWN, getppid());
    fcntl(fd, F_SETSIG, SIGIO);
    fcntl(fd, F_SETFL, O_NONBLOCK | O_ASYNC | O_DIRECT);
  }
  long wrote = 0;
  long heard = 0;
  while (wrote < MANY || heard < MANY) {
    struct pollfd ends[2] = {{0, POLLIN, 0}, {wrote < MANY ? 1 : -1, POLLOUT, 0}};
    poll(ends, 2, -1);
    ssize_t put = wrote < MANY ? write(1, block, (size_t)(MANY - wrote)) : 0;
    ssize_t got = read(0, block, sizeof block);
    if (put > 0) wrote += put;
    if (got > 0) heard += got;
    if (got == 0) return wrote < MANY || heard < MANY ? 3 : 0;
    if (got < 0 && errno != EAGAIN) return 4;
  }
  return 0;
}
