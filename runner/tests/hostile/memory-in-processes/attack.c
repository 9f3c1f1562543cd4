// Several processes, each of them far below the limit.
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
  for (int i = 0; i < 10; i++) {
    if (fork() != 0) continue;
    char *block = mmap(0, 20 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(block, i + 1, 20 << 20);
    for (;;) {
      pause();
    }
  }
  sleep(1);
  puts("held");
  return 0;
}
