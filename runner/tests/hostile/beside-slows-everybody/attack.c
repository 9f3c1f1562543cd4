// Makes all processes of its user, as it can see that user, go last.
#include "hostile.h"

enum { IOPRIO_WHO_PGRP = 2, IOPRIO_WHO_USER = 3, IDLE = 3 << 13 };

int main(void) {
  for (int i = 0; i < 1000; i++) {
    for (id_t user = 0; user < 3; user++) {
      setpriority(PRIO_USER, user == 2 ? getuid() : user, 19);
      setpriority(PRIO_PGRP, user, 19);
      syscall(SYS_ioprio_set, IOPRIO_WHO_USER, user == 2 ? getuid() : user, IDLE);
      syscall(SYS_ioprio_set, IOPRIO_WHO_PGRP, user, IDLE);
    }
  }
  return end_with("held");
}
