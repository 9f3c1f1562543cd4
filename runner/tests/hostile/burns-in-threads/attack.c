// Spreads its computing over threads, each of which uses little.
#include "hostile.h"

static void *thread(void *nothing) {
  burn(CLOCK_THREAD_CPUTIME_ID, 60);
  return nothing;
}

int main(void) {
  pthread_t threads[60];
  for (int i = 0; i < 60; i++) {
    pthread_create(&threads[i], 0, thread, 0);
  }
  for (int i = 0; i < 60; i++) {
    pthread_join(threads[i], 0);
  }
  return end_with("held");
}
