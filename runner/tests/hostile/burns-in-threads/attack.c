// Spreads its computing over threads, each of which uses little.
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void burn(void) {
  struct timespec used = {0, 0};
  while (used.tv_nsec < 60000000) {
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  }
}

static void *thread(void *nothing) {
  burn();
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
  puts("held");
  return 0;
}
