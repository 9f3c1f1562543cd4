// Types into a terminal of the judge, if it finds one.
#include "hostile.h"
#include <sys/ioctl.h>

int main(void) {
  const char *const names[] = {"/dev/tty", "/dev/console", "/dev/pts/0", "/dev/ptmx",
                               "/proc/self/fd/2"};
  char letter = 'x';
  int done = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    int terminal = open(names[i], O_RDWR | O_NOCTTY);
    done += terminal >= 0 && isatty(terminal);
    done += ioctl(terminal, TIOCSTI, &letter) == 0;
    done += ioctl(terminal, TIOCSCTTY, 1) == 0;
  }
  for (int fd = 0; fd < 3; fd++) {
    done += ioctl(fd, TIOCSTI, &letter) == 0;
  }
  return end_with(done == 0 ? "held" : "there is a terminal");
}
