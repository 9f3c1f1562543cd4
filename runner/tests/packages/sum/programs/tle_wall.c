/* Waits without using any CPU time. */
#include <unistd.h>

int main(void) {
  for (;;) pause();
}
