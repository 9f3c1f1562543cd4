/* Its own SIGKILL is a run-time error, not the memory limit's doing. */
#include <signal.h>

int main(void) {
  raise(SIGKILL);
  return 0;
}
