// Becomes other programs of the machine: a shell, tools that have special rights.
#include "hostile.h"

int main(void) {
  static const char *const names[] = {"/usr/bin/su", "/usr/bin/sudo", "/usr/bin/passwd",
                                      "/usr/bin/mount", "/usr/bin/newuidmap", "/proc/1/exe"};
  char *const environment[] = {"LD_PRELOAD=/work/x.so", "GLIBC_TUNABLES=x", 0};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (access(names[i], X_OK) == 0 && i == 5) return 1;
  }
  // Set-user-id bits mean nothing here.
  char *const argv[] = {"sh", "-c", "id -u; su -c id root </dev/null 2>/dev/null; echo held", 0};
  execve("/bin/sh", argv, environment);
  return 1;
}
