// Changes all that can be changed of an input but its bytes, for as long as others may look.
#include "hostile.h"

int main(void) {
  const struct timespec times[2] = {{174, 174}, {174, 174}};
  char text[64];
  for (int i = 0; i < 3000; i++) {
    fchmod(0, i % 2 == 0 ? 0 : 04777);
    fchown(0, 0, 0);
    futimens(0, times);
    fsetxattr(0, "user.left", "here", 4, 0);
    fcntl(0, F_ADD_SEALS, F_SEAL_SEAL);
    lseek(0, 100, SEEK_SET);
    fcntl(0, F_SETFL, O_NONBLOCK | O_APPEND | O_ASYNC);
  }
  fchmod(0, 0);
  ssize_t got = pread(0, text, sizeof text, 0);
  return end_with(got == 10 && memcmp(text, "some words", 10) == 0 ? "held" : "changed");
}
