// System calls that are newer than what filters know by name. Marks and flags on the folders that
// stay would be a message to the next run.
#include "hostile.h"

struct mark {
  unsigned long value;
  unsigned size;
  unsigned flags;
};

struct file_attributes {
  unsigned long flags;
  unsigned rest[10];
};

int main(void) {
  static const char *const folders[] = {"/work", "/tmp", "/dev/shm"};
  const struct mark mark = {(unsigned long)"left", 4, 0};
  int done = 0;
  for (int i = 0; i < 3; i++) {
    // setxattrat, file_setattr.
    done += syscall(463, AT_FDCWD, folders[i], 0, "user.hostile-left", &mark, sizeof mark) == 0;
    for (unsigned flag = 0; flag < 32; flag++) {
      const struct file_attributes attributes = {1UL << flag, {0}};
      done += syscall(469, AT_FDCWD, folders[i], &attributes, 24, 0) == 0;
    }
  }
  // open_tree_attr, and whatever may come.
  done += syscall(467, AT_FDCWD, "/usr", 1, 0, 0) >= 0;
  for (int number = 470; number < 600; number++) {
    if (syscall(number, 0, 0, 0, 0, 0, 0) >= 0 || errno != ENOSYS) {
      printf("there is %d\n", number);
    }
  }
  return end_with(done == 0 ? "held" : "left");
}
