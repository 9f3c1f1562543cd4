// Starts threads until it is refused.
#include "hostile.h"

static void *rest(void *nothing) {
  pause();
  return nothing;
}

int main(void) {
  int made = 0;
  pthread_t thread;
  while (made < 10000 && pthread_create(&thread, 0, rest, 0) == 0) {
    made++;
  }
  return end_with(made < 65 ? "held" : "too many");
}
