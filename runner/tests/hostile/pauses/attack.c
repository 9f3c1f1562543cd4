// Waits for a signal, with all of them blocked.
#include <signal.h>
#include <unistd.h>

int main(void) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, 0);
  for (;;) {
    pause();
  }
}
