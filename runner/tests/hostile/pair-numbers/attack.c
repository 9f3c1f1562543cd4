// Uses up numbers that the kernel gives one after the other, and looks whether somebody else does:
// of processes, of inodes in the work folder.
#include "hostile.h"

static long next_inode(void) {
  struct stat info = {0};
  int fd = open("numbered", O_CREAT | O_RDWR, 0600);
  if (fd >= 0) fstat(fd, &info);
  close(fd);
  unlink("numbered");
  return (long)info.st_ino;
}

static long next_process(long before) {
  pid_t child = fork();
  if (child == 0) _exit(0);
  if (child < 0) return before + 1;
  waitpid(child, NULL, 0);
  return child;
}

int main(void) {
  int met = 0;
  long inode = next_inode();
  long process = next_process(getpid());
  for (int i = 0; i < 300; i++) {
    long inode_now = next_inode();
    long process_now = next_process(process);
    met |= inode_now - inode > 1 || process_now - process > 1;
    inode = inode_now;
    process = process_now;
  }
  return end_with(met ? "met" : "held");
}
