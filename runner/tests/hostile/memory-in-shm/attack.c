// Fills /dev/shm through mappings of files that nobody can see any more.
#include "hostile.h"

int main(void) {
  char name[64];
  for (int i = 0; i < 1000; i++) {
    snprintf(name, sizeof name, "/dev/shm/hostile-left-%d", i);
    int file = open(name, O_CREAT | O_RDWR, 0600);
    if (file < 0 || ftruncate(file, 1 << 19) != 0) break;
    unlink(name);
    char *block = mmap(0, 1 << 19, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (block == MAP_FAILED) break;
    memset(block, 1, 1 << 19);
    munmap(block, 1 << 19);
  }
  stay();
}
