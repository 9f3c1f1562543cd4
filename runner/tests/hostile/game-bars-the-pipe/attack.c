// Plays by the rules, over pipes that it has closed to whoever would open them again.
#include "hostile.h"

int main(void) {
  for (int fd = 0; fd < 2; fd++) {
    fchmod(fd, 0);
    fchown(fd, getuid(), getgid());
    futimens(fd, NULL);
  }
  return echo();
}
