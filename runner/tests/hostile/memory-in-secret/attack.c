// Memory that the kernel itself cannot see.
#include "hostile.h"

#ifndef SYS_memfd_secret
#define SYS_memfd_secret 447
#endif

int main(void) {
  return end_with(syscall(SYS_memfd_secret, 0) < 0 ? "held" : "has a secret");
}
