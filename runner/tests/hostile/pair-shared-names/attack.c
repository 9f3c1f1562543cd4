// Leaves a mark under every kind of name that might be common, and looks for that of another.
#include "hostile.h"
#include <mqueue.h>
#include <semaphore.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

static int met;

// The first to come makes it; who finds it there has met somebody.
static void mark(const char *path) {
  int fd = open(path, O_CREAT | O_EXCL | O_RDWR, 0600);
  met |= fd < 0 && access(path, F_OK) == 0;
  if (fd >= 0) close(fd);
}

int main(void) {
  static const char *const places[] = {"/work/hostile-left",  "/tmp/hostile-left",
                                       "/dev/shm/hostile-left", "/var/tmp/hostile-left",
                                       "/dev/hostile-left",     "/hostile-left",
                                       "/run/hostile-left",     "/dev/mqueue/hostile-left"};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    mark(places[i]);
  for (key_t key = 174; key < 184; key++) {
    const int flags = IPC_CREAT | IPC_EXCL | 0600;
    met |= shmget(key, 4096, flags) < 0 && shmget(key, 0, 0) >= 0;
    met |= semget(key, 1, flags) < 0 && semget(key, 0, 0) >= 0;
    met |= msgget(key, flags) < 0 && msgget(key, 0) >= 0;
  }
  met |= mq_open("/hostile-left", O_CREAT | O_EXCL | O_RDWR, 0600, NULL) < 0 &&
         mq_open("/hostile-left", O_RDONLY) >= 0;
  // For others to find.
  for (int i = 0; i < 10; i++)
    nanosleep(&(struct timespec){0, 5000000}, NULL);
  return end_with(met ? "met" : "held");
}
