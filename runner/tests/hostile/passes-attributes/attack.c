// Looks at its world, changes what it can, and compares in the next pass, which reads what the
// first one saw.
#include "hostile.h"
#include <sys/statvfs.h>

static const char *const k_places[] = {"/work", "/tmp", "/dev/shm"};

static void look(char *into, size_t size) {
  size_t at = 0;
  for (int i = 0; i < 3; i++) {
    struct stat info;
    struct statvfs space;
    if (stat(k_places[i], &info) != 0 || statvfs(k_places[i], &space) != 0) continue;
    at += (size_t)snprintf(into + at, size - at, "%o/%u/%u/%lu/%ld/%lu/%lu/%zd;", info.st_mode,
                           info.st_uid, info.st_gid, (unsigned long)info.st_nlink,
                           (long)info.st_size, (unsigned long)space.f_bfree,
                           (unsigned long)space.f_ffree, listxattr(k_places[i], NULL, 0));
  }
}

int main(void) {
  char seen[1024] = "";
  char before[1024];
  look(seen, sizeof seen);
  if (scanf("%1023s", before) == 1) {
    return end_with(strcmp(seen, before) == 0 ? "held" : "found");
  }
  puts(seen);
  for (int i = 0; i < 3; i++) {
    int hidden = open(k_places[i], O_TMPFILE | O_RDWR, 0600);
    if (hidden >= 0 && write(hidden, seen, sizeof seen) < 0) return 1;
    chdir(k_places[i]);
    mkdir("...", 0);
    symlink("nowhere", "hostile-left");
    setxattr(k_places[i], "user.left", "here", 4, 0);
    setxattr(k_places[i], "system.posix_acl_access", "here", 4, 0);
    chown(k_places[i], (uid_t)-1, getgid());
    chmod(k_places[i], 01700);
  }
  return 0;
}
