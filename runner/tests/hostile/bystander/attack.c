// Attacks nothing: it minds its own business while others attack. What it finds of its input and of
// what a user has in common goes to standard error, and must be the same whoever else is there.
#include "hostile.h"

enum { WORK = 4 << 20, PART = 4096 };

int main(void) {
  struct stat info;
  fstat(0, &info);
  fprintf(stderr, "mode %o, %lu links, %ld bytes, at %ld, flags %o, seals %d, lease %d, marks %ld\n",
          info.st_mode, (unsigned long)info.st_nlink, (long)info.st_size,
          (long)lseek(0, 0, SEEK_CUR), fcntl(0, F_GETFL), fcntl(0, F_GET_SEALS),
          fcntl(0, F_GETLEASE), (long)flistxattr(0, NULL, 0));
  timer_t timer;
  int ends[2];
  fprintf(stderr, "nice %d, io %ld, timer %d, pipe %d\n", getpriority(PRIO_PROCESS, 0),
          syscall(SYS_ioprio_get, 1, 0), timer_create(CLOCK_MONOTONIC, NULL, &timer), pipe(ends));
  unsigned char *work = malloc(WORK);
  if (!work) return 3;
  memset(work, 1, WORK);
  size_t read_all = fread(work, 1, WORK, stdin);
  unsigned long sum = 5381;
  for (int i = 0; i < WORK; i++)
    sum = sum * 33 + work[i];
  FILE *file = fopen("work", "w+");
  if (!file || fwrite(work, 1, PART, file) != PART) return 4;
  rewind(file);
  if (fread(work, 1, PART, file) != PART || fclose(file) != 0) return 5;
  printf("%zu %lu\n", read_all, sum);
  return fflush(stdout) != 0;
}
