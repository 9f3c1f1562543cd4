// Memory that is shared, so that no process owns it.
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
  for (;;) {
    char *block = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) return 1;
    memset(block, 1, 1 << 20);
  }
}
