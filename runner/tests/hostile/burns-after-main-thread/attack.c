// Ends its first thread, so that the process looks like a zombie while another one computes.
#include <pthread.h>

static void *burn(void *nothing) {
  for (;;) {
  }
  return nothing;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, burn, 0);
  pthread_exit(0);
}
