// Stops itself, so that it does not even wait.
#include <signal.h>
#include <unistd.h>

int main(void) {
  for (;;) {
    kill(getpid(), SIGSTOP);
  }
}
