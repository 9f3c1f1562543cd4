// Starts processes as fast as it can.
#include <unistd.h>

int main(void) {
  for (;;) {
    fork();
  }
}
