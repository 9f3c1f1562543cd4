// Throws what others need out of the memory of the machine: files of the system, its input.
#include "hostile.h"

static void drop(int fd) {
  struct stat info;
  if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size == 0) return;
  posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
  size_t size = info.st_size < 65536 ? (size_t)info.st_size : 65536;
  void *all = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);
  if (all == MAP_FAILED) return;
  madvise(all, size, MADV_PAGEOUT);
  madvise(all, size, MADV_REMOVE);
  munmap(all, size);
}

static void drop_folder(const char *path, int most) {
  DIR *folder = opendir(path);
  if (!folder) return;
  for (struct dirent *entry; most-- > 0 && (entry = readdir(folder));) {
    int fd = openat(dirfd(folder), entry->d_name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0) drop(fd);
    if (fd >= 0) close(fd);
  }
  closedir(folder);
}

int main(void) {
  for (int i = 0; i < 5; i++) {
    drop(0);
    drop_folder("/program", 100);
    drop_folder("/usr/lib/x86_64-linux-gnu", 300);
    drop_folder("/usr/bin", 300);
  }
  return end_with("held");
}
