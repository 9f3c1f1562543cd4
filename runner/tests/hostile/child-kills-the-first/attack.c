// A child kills the first process.
#include <signal.h>
#include <unistd.h>

int main(void) {
  int parent = getpid();
  if (fork() == 0) {
    kill(parent, SIGKILL);
    for (;;) {
      pause();
    }
  }
  for (;;) {
    pause();
  }
}
