// Uses up numbers of processes and inodes, so that the next pass can tell that there was one.
#include "hostile.h"

enum { MANY = 300 };

static long inode_in(const char *path) {
  struct stat info = {0};
  int fd = open(path, O_CREAT | O_RDWR, 0600);
  if (fd >= 0) fstat(fd, &info);
  close(fd);
  unlink(path);
  return (long)info.st_ino;
}

int main(void) {
  static const char *const paths[] = {"/work/x", "/tmp/x", "/dev/shm/x"};
  char word[64];
  if (scanf("%63s", word) != 1) {
    for (int i = 0; i < MANY; i++) {
      pid_t child = fork();
      if (child == 0) _exit(0);
      if (child > 0) waitpid(child, NULL, 0);
      for (int path = 0; path < 3; path++)
        inode_in(paths[path]);
    }
    return end_with("second");
  }
  int found = getpid() > MANY;
  for (int path = 0; path < 3; path++)
    found |= inode_in(paths[path]) > MANY;
  return end_with(found ? "found" : "held");
}
