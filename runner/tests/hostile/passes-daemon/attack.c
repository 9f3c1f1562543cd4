// Leaves a process that holds a name, a file and a fifo, and looks for them in the next pass.
#include "hostile.h"

static void remain(void) {
  if (fork() != 0) return;
  setsid();
  if (fork() != 0) _exit(0);
  ignore_signals();
  prctl(PR_SET_NAME, "stays");
  open("/dev/shm/hostile-left", O_CREAT | O_RDWR, 0600);
  stay();
}

static int other_processes(void) {
  int others = 0;
  DIR *folder = opendir("/proc");
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    int pid = atoi(entry->d_name);
    others += pid > 1 && pid != getpid();
  }
  if (folder) closedir(folder);
  return others;
}

int main(void) {
  char word[64];
  if (scanf("%63s", word) != 1) {
    remain();
    mkfifo("/tmp/hostile-left", 0600);
    open("/tmp/hostile-left", O_RDWR);
    // Not before it is there.
    while (access("/dev/shm/hostile-left", F_OK) != 0 && other_processes() > 0)
      usleep(1000);
    return end_with("second");
  }
  int found = access("/dev/shm/hostile-left", F_OK) == 0 || access("/tmp/hostile-left", F_OK) == 0;
  for (int pid = 2; pid < 1000; pid++)
    found |= pid != getpid() && kill(pid, 0) == 0;
  return end_with(found || other_processes() > 0 ? "found" : "held");
}
