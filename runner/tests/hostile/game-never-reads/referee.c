// Writes without end, more than a pipe holds.
#include "hostile.h"

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  return flood(1) == 1 ? 43 : 42;
}
