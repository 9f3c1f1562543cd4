// Opens files by their number, whatever folder they are in: inode 2 is the root of most disks.
#include "hostile.h"

int main(void) {
  union {
    struct file_handle handle;
    char room[sizeof(struct file_handle) + 8];
  } all = {.handle = {.handle_bytes = 8, .handle_type = 1}};
  int mount = 0;
  int done = 0;
  const int number = 2;
  memcpy(all.handle.f_handle, &number, sizeof number);
  done += open_by_handle_at(open("/usr", O_RDONLY), &all.handle, O_RDONLY) >= 0;
  done += errno != EPERM;
  done += name_to_handle_at(AT_FDCWD, "/usr", &all.handle, &mount, 0) == 0;
  done += errno != EPERM;
  // Out of the root through a folder that was opened before: there is none.
  done += openat(open("/", O_RDONLY | O_DIRECTORY), "../../../root", O_RDONLY) >= 0;
  return end_with(done == 0 ? "held" : "opened");
}
