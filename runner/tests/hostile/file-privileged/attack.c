// Makes programs that would run with other rights, and devices.
#include "hostile.h"

int main(void) {
  static const char capability[20] = {1, 0, 0, 2, -1, -1, -1, -1};
  int file = open("hostile-left", O_CREAT | O_WRONLY, 0755);
  close(file);
  if (setxattr("hostile-left", "security.capability", capability, 20, 0) == 0) puts("capable");
  if (setxattr("hostile-left", "trusted.x", "x", 1, 0) == 0) puts("trusted");
  if (chown("hostile-left", 0, 0) == 0) puts("root's");
  if (mknod("hostile-left-zero", S_IFCHR | 0666, 0x105) == 0 &&
      open("hostile-left-zero", O_RDONLY) >= 0) {
    puts("a device");
  }
  if (setuid(0) == 0 || setgid(0) == 0 || setreuid(0, 0) == 0) puts("root");
  if (mknod("hostile-left-disk", S_IFBLK | 0666, 0x800) == 0) puts("a disk");
  return end_with("held");
}
