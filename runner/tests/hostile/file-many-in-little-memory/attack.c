// Fills the memory limit with names: of files, and of files that are not there.
#include "hostile.h"

int main(void) {
  static char name[300];
  char pad[200];
  memset(pad, 'n', sizeof pad - 1);
  pad[sizeof pad - 1] = 0;
  for (int i = 0; i < 200000; i++) {
    snprintf(name, sizeof name, "%s%d", pad, i);
    int file = open(name, O_CREAT | O_WRONLY, 0600);
    if (file < 0) break;
    close(file);
  }
  for (int i = 0; i < 200000; i++) {
    struct stat info;
    snprintf(name, sizeof name, "%s-%d", pad, i);
    stat(name, &info);
  }
  return end_with("held");
}
