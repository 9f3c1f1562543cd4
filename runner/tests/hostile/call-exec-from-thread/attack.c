// A thread replaces the whole process: the one whose id the judge knows is then another.
#include "hostile.h"

static void *replace(void *nothing) {
  char *const argv[] = {"attack", "again", 0};
  char *const environment[] = {0};
  execve("/proc/self/exe", argv, environment);
  return nothing;
}

int main(int argc, char **argv) {
  pthread_t thread;
  if (argc > 1 && strcmp(argv[1], "again") == 0) {
    return end_with("held");
  }
  pthread_create(&thread, 0, replace, 0);
  stay();
}
