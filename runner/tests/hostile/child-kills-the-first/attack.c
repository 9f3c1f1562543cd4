// A child kills the first process.
#include "hostile.h"

int main(void) {
  int parent = getpid();
  if (fork() == 0) {
    kill(parent, SIGKILL);
    stay();
  }
  stay();
}
