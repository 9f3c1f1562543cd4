// Ignores SIGCHLD: its children are reaped by the kernel, and nobody's rusage holds their time.
#include "hostile.h"

int main(void) {
  signal(SIGCHLD, SIG_IGN);
  burn_in_children(400, 30);
  return end_with("held");
}
