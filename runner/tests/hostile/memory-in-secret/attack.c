// Memory that the kernel itself cannot see.
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_memfd_secret
#define SYS_memfd_secret 447
#endif

int main(void) {
  puts(syscall(SYS_memfd_secret, 0) < 0 ? "held" : "has a secret");
  return 0;
}
