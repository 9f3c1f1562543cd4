// Uses no processor time and never ends, in the way that its input names.
#include "hostile.h"

static void stop_each_other(void) {
  for (int i = 0; i < 10; i++) {
    if (fork() == 0) {
      for (;;) kill(0, SIGSTOP);
    }
  }
}

int main(void) {
  char how[32] = "";
  if (scanf("%31s", how) != 1) return 1;
  if (strcmp(how, "sleeps") == 0) {
    for (;;) sleep(1000);
  }
  if (strcmp(how, "deaf") == 0) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, 0);
  }
  if (strcmp(how, "stops") == 0) {
    // So it does not even wait.
    for (;;) kill(getpid(), SIGSTOP);
  }
  if (strcmp(how, "group") == 0) stop_each_other();
  if (strcmp(how, "socket") == 0) {
    int ends[2];
    char byte;
    // Nobody but itself could write to it.
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
    return read(ends[0], &byte, 1) == 1;
  }
  if (strcmp(how, "lock") == 0) {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
  }
  return stay();
}
