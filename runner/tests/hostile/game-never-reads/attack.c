// Never reads, and ends after a while.
#include "hostile.h"

int main(void) {
  usleep(100000);
  return 3;
}
