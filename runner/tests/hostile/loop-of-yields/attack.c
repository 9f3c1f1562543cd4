// Gives its processor away all the time, so that no tick finds it running.
#include "hostile.h"

int main(void) {
  const struct timespec moment = {0, 1000};
  for (unsigned i = 0;; i++) {
    sched_yield();
    if (i % 100 == 0) nanosleep(&moment, 0);
  }
}
