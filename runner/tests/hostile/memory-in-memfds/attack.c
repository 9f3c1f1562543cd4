// Fills files in memory that are in no folder and in no process.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
  static char block[1 << 19];
  memset(block, 1, sizeof block);
  for (int i = 0; i < 900; i++) {
    int file = memfd_create("hostile-left", 0);
    if (file < 0) {
      puts(errno == EPERM ? "held" : "no more");
      return 0;
    }
    if (write(file, block, sizeof block) < 0) break;
  }
  return 1;
}
