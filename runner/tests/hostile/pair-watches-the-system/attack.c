// Opens files of the system again and again, and looks whether anybody notices: by watches, by
// times of access, by what is in the memory of the machine.
#include "hostile.h"
#include <sys/fanotify.h>
#include <sys/inotify.h>

enum { RWF_NOWAIT_FLAG = 8, SYS_CACHESTAT = 451 };

static volatile sig_atomic_t told;
static void hear(int number) { told = number; }

// How many of some files say whether they are in memory.
static int cache_is_told(void) {
  char byte;
  int count = 0;
  DIR *folder = opendir("/usr/share/doc");
  for (struct dirent *entry; folder && count == 0 && (entry = readdir(folder));) {
    char path[512];
    snprintf(path, sizeof path, "/usr/share/doc/%s/copyright", entry->d_name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) continue;
    struct iovec into = {&byte, 1};
    unsigned long long range[2] = {0, 4096};
    unsigned long long found[5] = {0};
    count += syscall(SYS_preadv2, fd, &into, 1, 0L, 0L, RWF_NOWAIT_FLAG) == 1;
    count += syscall(SYS_CACHESTAT, fd, range, found, 0) == 0;
    close(fd);
  }
  if (folder) closedir(folder);
  return count;
}

int main(void) {
  char events[4096];
  const char *const places[] = {"/usr/bin", "/etc/passwd", "/lib/x86_64-linux-gnu", "/program"};
  int watch = inotify_init1(IN_NONBLOCK);
  for (size_t i = 0; watch >= 0 && i < sizeof places / sizeof *places; i++)
    inotify_add_watch(watch, places[i], IN_ACCESS | IN_OPEN | IN_ATTRIB);
  int all = fanotify_init(FAN_CLASS_NOTIF | FAN_NONBLOCK, O_RDONLY);
  int folder = open("/usr/bin", O_RDONLY | O_DIRECTORY);
  signal(SIGIO, hear);
  fcntl(folder, F_NOTIFY, DN_ACCESS | DN_ATTRIB | DN_MULTISHOT);
  // Its own steps are not what it wants to hear of: it only lets time pass.
  for (int i = 0; i < 10; i++)
    nanosleep(&(struct timespec){0, 5000000}, NULL);
  int met = told != 0 || (watch >= 0 && read(watch, events, sizeof events) > 0) ||
            (all >= 0 && read(all, events, sizeof events) > 0);
  met |= cache_is_told();
  // For another one to hear of.
  for (int i = 0; i < 100; i++) {
    int fd = open("/usr/bin/env", O_RDONLY);
    if (fd >= 0 && read(fd, events, 64) > 0) close(fd);
  }
  return end_with(met ? "met" : "held");
}
