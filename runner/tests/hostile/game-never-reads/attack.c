// Never reads, and ends after a while.
#include <stdio.h>
#include <unistd.h>

int main(void) {
  usleep(100000);
  return 3;
}
