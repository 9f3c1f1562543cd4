// Children in one group that stop each other and it.
#include <signal.h>
#include <unistd.h>

int main(void) {
  for (int i = 0; i < 10; i++) {
    if (fork() == 0) {
      for (;;) {
        kill(0, SIGSTOP);
      }
    }
  }
  for (;;) {
    pause();
  }
}
