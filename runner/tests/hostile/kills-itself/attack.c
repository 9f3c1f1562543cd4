// Ends as if the judge had ended it.
#include <signal.h>
#include <unistd.h>

int main(void) {
  kill(getpid(), SIGKILL);
  return 0;
}
