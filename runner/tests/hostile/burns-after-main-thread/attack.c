// Ends its first thread, so that the process looks like a zombie while another one computes.
#include "hostile.h"

static void *compute(void *nothing) {
  for (;;) {
  }
  return nothing;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, compute, 0);
  pthread_exit(0);
}
