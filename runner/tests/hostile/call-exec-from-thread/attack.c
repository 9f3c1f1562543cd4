// A thread replaces the whole process: the one whose id the judge knows is then another.
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void *replace(void *nothing) {
  char *const argv[] = {"attack", "again", 0};
  char *const environment[] = {0};
  execve("/proc/self/exe", argv, environment);
  return nothing;
}

int main(int argc, char **argv) {
  pthread_t thread;
  if (argc > 1 && strcmp(argv[1], "again") == 0) {
    puts("held");
    return 0;
  }
  pthread_create(&thread, 0, replace, 0);
  for (;;) {
    pause();
  }
}
