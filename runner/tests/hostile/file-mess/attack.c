// Leaves what is hard to remove: folders of mode 0, fifos, sockets, hard links, strange names.
#include "hostile.h"
#include <sys/un.h>

static const char *const k_places[] = {"/work", "/tmp", "/dev/shm"};

static void fill(const char *place) {
  char name[256];
  if (chdir(place) != 0) return;
  mkdir("hostile-left-closed", 0700);
  mkdir("hostile-left-closed/inner", 0700);
  close(open("hostile-left-closed/inner/file", O_CREAT | O_WRONLY, 0000));
  chmod("hostile-left-closed/inner", 0000);
  chmod("hostile-left-closed", 0000);
  mkfifo("hostile-left-fifo", 0666);
  mknod("hostile-left-socket", S_IFSOCK | 0777, 0);
  symlink("/", "hostile-left-link");
  symlink("hostile-left-loop", "hostile-left-loop");
  close(open("hostile-left-file", O_CREAT | O_WRONLY, 06777));
  link("hostile-left-file", "hostile-left-hard");
  rename("hostile-left-hard", "hostile-left-\n\x1b[2J\xff -rf *");
  memset(name, 'n', 255);
  name[255] = 0;
  mkdir(name, 0111);
  mkdir("...", 0777);
  mkdir(".lifted.0", 0777);
  mkdir(".lifted.0/.lifted.1", 0777);
  setxattr("hostile-left-file", "user.note", "left", 4, 0);
  setxattr(".", "user.note", "left", 4, 0);
  utimensat(AT_FDCWD, ".", (struct timespec[2]){{1, 1}, {2, 2}}, 0);
  // A lease on life: open, deleted, and mapped by a process that will be killed.
  close(open("hostile-left-deleted", O_CREAT | O_RDWR, 0600));
  unlink("hostile-left-deleted");
  chmod(".", 0000);
}

int main(void) {
  for (size_t i = 0; i < 3; i++) {
    fill(k_places[i]);
  }
  return end_with("held");
}
