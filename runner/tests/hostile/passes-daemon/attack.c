// Leaves a process that holds a name, a file and a fifo, and looks for them in the next pass.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

static void stay(void) {
  if (fork() != 0) return;
  setsid();
  if (fork() != 0) _exit(0);
  for (int number = 1; number < 65; number++)
    signal(number, SIG_IGN);
  prctl(PR_SET_NAME, "stays");
  open("/dev/shm/hostile-left", O_CREAT | O_RDWR, 0600);
  for (;;)
    pause();
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
    stay();
    mkfifo("/tmp/hostile-left", 0600);
    open("/tmp/hostile-left", O_RDWR);
    // Not before it is there.
    while (access("/dev/shm/hostile-left", F_OK) != 0 && other_processes() > 0)
      usleep(1000);
    puts("second");
    return 0;
  }
  int found = access("/dev/shm/hostile-left", F_OK) == 0 || access("/tmp/hostile-left", F_OK) == 0;
  for (int pid = 2; pid < 1000; pid++)
    found |= pid != getpid() && kill(pid, 0) == 0;
  puts(found || other_processes() > 0 ? "found" : "held");
  return 0;
}
