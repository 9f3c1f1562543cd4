// Leaves a message in the kernel's keyrings for the next run.
#include "hostile.h"

int main(void) {
  int done = 0;
  for (int ring = -8; ring < 0; ring++) {
    done += syscall(SYS_add_key, "user", "hostile-left", "x", 1, ring) >= 0;
    done += syscall(SYS_request_key, "user", "hostile-left", 0, ring) >= 0;
    done += syscall(SYS_keyctl, 0, ring, 1) >= 0;
  }
  done += syscall(SYS_keyctl, 1, "hostile-left") >= 0;
  return end_with(done == 0 ? "held" : "left");
}
