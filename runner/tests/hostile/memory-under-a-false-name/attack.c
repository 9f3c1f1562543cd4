// Processes whose names look like the rest of a line in /proc.
#include "hostile.h"

int main(void) {
  for (int i = 0; i < 8; i++) hold_in_child(i % 2 == 0 ? ") R 0 0 0 0 (" : "x\nVmRSS:\t0 kB\n");
  sleep(1);
  return 0;
}
