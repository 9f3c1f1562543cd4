/* Part of batch_server.c: the working folder and those beside it. */
#ifndef ARBITER_BATCH_FOLDERS_H
#define ARBITER_BATCH_FOLDERS_H
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "batch_stream.h"

enum { MOST_FOLDERS = 4, MOST_DEPTH = 32 };

static int folders[MOST_FOLDERS]; /* the first is the working folder */
static int folder_count;
static uint64_t inodes_left;
static int64_t largest;

static void write_file(const char* path, uint64_t size) {
  char folder[4096];
  unsigned i;
  int file;
  for (i = 0; path[i] != '\0'; ++i) {
    must(i + 1 < sizeof folder);
    folder[i] = '\0';
    if (path[i] == '/') syscall(SYS_mkdirat, folders[0], folder, 0755);
    folder[i] = path[i];
  }
  file = (int)syscall(SYS_openat, folders[0], path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  must(file >= 0);
  receive_file(file, size);
  syscall(SYS_close, file);
}

/* Never leaves the folder, never follows a link; the path has neither "." nor "..". */
static int open_inside(const char* path) {
  int folder = folders[0];
  for (;;) {
    char name[4096];
    unsigned length = 0;
    int flags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC;
    int inner;
    for (; path[length] != '/' && path[length] != '\0'; ++length) {
      must(length + 1 < sizeof name);
      name[length] = path[length];
    }
    name[length] = '\0';
    if (path[length] == '/') flags |= O_DIRECTORY;
    inner = (int)syscall(SYS_openat, folder, name, flags);
    if (folder != folders[0]) syscall(SYS_close, folder);
    if (path[length] == '\0' || inner < 0) return inner;
    folder = inner;
    path += length + 1;
  }
}

static int open_collected(const char* path, int64_t* size) {
  const int file = open_inside(path);
  struct stat info;
  *size = -1;
  if (file < 0) return -1;
  must(syscall(SYS_fstat, file, &info) == 0);
  if (S_ISREG(info.st_mode)) *size = info.st_size;
  return file;
}

static void empty_folder(int folder, int depth);

static void remove_entry(int folder, const char* name, int depth) {
  struct stat info;
  int inner;
  must(syscall(SYS_newfstatat, folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0);
  if (!S_ISDIR(info.st_mode)) {
    if (S_ISREG(info.st_mode)) largest = info.st_size > largest ? info.st_size : largest;
    must(syscall(SYS_unlinkat, folder, name, 0) == 0);
    return;
  }
  syscall(SYS_fchmodat, folder, name, 0700);
  inner = (int)syscall(SYS_openat, folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  must(inner >= 0 && depth < MOST_DEPTH);
  empty_folder(inner, depth + 1);
  syscall(SYS_close, inner);
  must(syscall(SYS_unlinkat, folder, name, AT_REMOVEDIR) == 0);
}

/* What is removed while it is listed may hide others, so the end is a listing of nothing. */
static void empty_folder(int folder, int depth) {
  char listing[4096];
  int is_empty = 0;
  while (!is_empty) {
    long size;
    is_empty = 1;
    must(syscall(SYS_lseek, folder, 0, SEEK_SET) == 0);
    while ((size = syscall(SYS_getdents64, folder, listing, sizeof listing)) > 0) {
      long at = 0;
      while (at < size) {
        const char* name = listing + at + 19; /* of struct linux_dirent64 */
        uint16_t length;
        __builtin_memcpy(&length, listing + at + 16, sizeof length);
        at += length;
        if (name[0] == '.' && (name[1] == '\0' || (name[1] == '.' && name[2] == '\0'))) continue;
        is_empty = 0;
        remove_entry(folder, name, depth);
      }
    }
    must(size == 0);
  }
}

static uint64_t count_inodes_left(void) {
  struct statfs info;
  must(syscall(SYS_fstatfs, folders[0], &info) == 0);
  return (uint64_t)info.f_ffree;
}

/* The size of the largest file that was there. */
static int64_t empty_folders(void) {
  int i;
  largest = 0;
  for (i = 0; i < folder_count; ++i) {
    struct stat info;
    must(syscall(SYS_fstat, folders[i], &info) == 0);
    if ((info.st_mode & 0777) != 0700) syscall(SYS_fchmod, folders[i], 0700);
  }
  /* With folders beside it the file system is the box's own: as many free places as at the
     beginning means that nothing is there. */
  if (folder_count > 1 && count_inodes_left() == inodes_left) return 0;
  for (i = 0; i < folder_count; ++i)
    empty_folder(folders[i], 0);
  return largest;
}

/* Unlike ours, a folder of the machine is not empty or may be entered by others. */
static void open_folder(const char* path) {
  struct stat info;
  char listing[4096];
  const int folder = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  must(folder >= 0 && folder_count < MOST_FOLDERS && syscall(SYS_fstat, folder, &info) == 0);
  must((info.st_mode & 0777) == 0700);
  /* Two names with the least that an entry takes. */
  must(syscall(SYS_getdents64, folder, listing, sizeof listing) <= 48);
  folders[folder_count++] = folder;
}

#endif
