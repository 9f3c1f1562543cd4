// Children keep deleted files open and mapped, and stand in folders that are deleted.
#include "hostile.h"

int main(void) {
  char name[64];
  for (int i = 0; i < 8; i++) {
    if (fork() != 0) continue;
    snprintf(name, sizeof name, "/tmp/hostile-left-%d", i);
    mkdir(name, 0700);
    if (chdir(name) != 0) _exit(1);
    int file = open("file", O_CREAT | O_RDWR, 0600);
    if (ftruncate(file, 100000) != 0) _exit(1);
    char *block = mmap(0, 100000, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    memset(block, 1, 100000);
    unlink("file");
    stay();
  }
  usleep(50000);
  return end_with("held");
}
