// Writes without end, and ignores the signal that says that it is too much.
#include "hostile.h"

int main(void) {
  signal(SIGXFSZ, SIG_IGN);
  return flood(1) != 1;
}
