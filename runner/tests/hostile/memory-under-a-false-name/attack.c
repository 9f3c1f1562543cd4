// Processes whose names look like the rest of a line in /proc.
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(void) {
  for (int i = 0; i < 8; i++) {
    if (fork() != 0) continue;
    prctl(PR_SET_NAME, i % 2 == 0 ? ") R 0 0 0 0 (" : "x\nVmRSS:\t0 kB\n");
    char *block = mmap(0, 20 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(block, i + 1, 20 << 20);
    for (;;) {
      pause();
    }
  }
  sleep(1);
  return 0;
}
