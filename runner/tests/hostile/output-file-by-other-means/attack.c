// Leaves as its output file everything but a file.
#include "hostile.h"

int main(void) {
  char how[32] = "";
  if (scanf("%31s", how) != 1) return 1;
  if (strcmp(how, "link") == 0) return symlink("/etc/passwd", "out.txt");
  if (strcmp(how, "endless") == 0) return symlink("/dev/zero", "out.txt");
  if (strcmp(how, "descriptor") == 0) return symlink("/proc/self/fd/0", "out.txt");
  if (strcmp(how, "host") == 0) {
    char path[4096];
    return scanf("%4095s", path) != 1 || symlink(path, "out.txt");
  }
  if (strcmp(how, "fifo") == 0) return mkfifo("out.txt", 0666);
  if (strcmp(how, "folder") == 0) return mkdir("out.txt", 0777);
  if (strcmp(how, "device") == 0) {
    mknod("out.txt", S_IFCHR | 0666, 0x105);
    mknod("out.txt", S_IFBLK | 0666, 0x800);
    return 0;
  }
  if (strcmp(how, "hardlink") == 0) {
    linkat(AT_FDCWD, "/program/attack", AT_FDCWD, "out.txt", 0);
    linkat(AT_FDCWD, "/proc/self/exe", AT_FDCWD, "out.txt", AT_SYMLINK_FOLLOW);
    linkat(AT_FDCWD, "/etc/passwd", AT_FDCWD, "out.txt", 0);
    return 0;
  }
  if (strcmp(how, "unreadable") == 0) {
    int file = open("out.txt", O_CREAT | O_WRONLY, 0000);
    return write(file, "held\n", 5) != 5;
  }
  int file = open("out.txt", O_CREAT | O_WRONLY, 0644);
  return write(file, "held\n", 5) != 5;
}
