// Leaves a word for its next run in whatever a run can change: times of folders to the nanosecond,
// the number of inodes and of process ids that were given. Each run looks first, then leaves.
#include "hostile.h"

int main(void) {
  static const char *const folders[] = {"/work", "/tmp", "/dev/shm"};
  int word = 0;
  int found = getpid() != 2;
  if (scanf("%d", &word) != 1) return 1;
  for (int i = 0; i < 3; i++) {
    struct stat info;
    char name[64];
    if (stat(folders[i], &info) != 0) return 1;
    found += info.st_mtim.tv_nsec != 0 || info.st_atim.tv_nsec != 0 || info.st_mtim.tv_sec != 0;
    snprintf(name, sizeof name, "%s/x", folders[i]);
    int file = open(name, O_WRONLY | O_CREAT, 0600);
    if (file < 0 || fstat(file, &info) != 0) return 1;
    // The file system, its folders, and those of the other files of this run.
    found += info.st_ino > 16;
    close(file);
    unlink(name);
  }
  for (int i = 0; i < 3; i++) {
    char name[64];
    snprintf(name, sizeof name, "%s/x", folders[i]);
    for (int k = 0; k < 100 * word; k++) {
      close(open(name, O_WRONLY | O_CREAT, 0600));
      unlink(name);
      close(open(folders[i], O_TMPFILE | O_WRONLY, 0600));
    }
    const struct timespec times[] = {{0, 1000 + word}, {0, 2000 + word}};
    utimensat(AT_FDCWD, folders[i], times, 0);
  }
  for (int k = 0; k < 5 * word; k++) {
    if (fork() == 0) _exit(0);
    wait(NULL);
  }
  return end_with(found == 0 ? "held" : "remembered");
}
