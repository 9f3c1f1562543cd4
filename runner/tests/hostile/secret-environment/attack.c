// Looks for the judge's environment, arguments, memory and descriptors in /proc.
#include "hostile.h"

extern char **environ;

int main(void) {
  static const char *const names[] = {"environ", "cmdline", "maps", "mem", "auxv", "stack",
                                      "fd/0", "fd/3", "fd/4", "mountinfo", "cwd/secret", "exe"};
  static char block[1 << 16];
  char path[64];
  int others = 0;
  for (char **one = environ; *one; one++) {
    puts(*one);
  }
  for (int pid = 0; pid < 40000; pid++) {
    if (pid == getpid()) continue;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
      snprintf(path, sizeof path, "/proc/%d/%s", pid, names[i]);
      int file = open(path, O_RDONLY | O_NONBLOCK);
      if (file < 0 && i == 0) break;
      others += file >= 0;
      ssize_t got = read(file, block, sizeof block);
      if (got > 0) fwrite(block, 1, (size_t)got, stdout);
      close(file);
    }
  }
  printf("%d others\n", others);
  return others != 0;
}
