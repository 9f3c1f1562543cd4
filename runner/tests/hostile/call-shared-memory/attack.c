// Leaves System V and POSIX objects, which outlive processes.
#include "hostile.h"
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

int main(void) {
  int done = 0;
  for (int key = 1; key < 100; key++) {
    done += shmget(key, 4096, IPC_CREAT | 0600) >= 0;
    done += semget(key, 1, IPC_CREAT | 0600) >= 0;
    done += msgget(key, IPC_CREAT | 0600) >= 0;
  }
  done += shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) >= 0;
  done += mq_open("/hostile-left", O_CREAT | O_RDWR, 0600, 0) >= 0;
  // This one is a file, and allowed.
  int shared = shm_open("/hostile-left", O_CREAT | O_RDWR, 0600);
  if (shared < 0 || ftruncate(shared, 4096) != 0) return 1;
  return end_with(done == 0 ? "held" : "left");
}
