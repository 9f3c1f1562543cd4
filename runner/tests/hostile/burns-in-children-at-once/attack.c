// Computes in children that it never waits for, and ends before them.
#include "hostile.h"

int main(void) {
  for (int i = 0; i < 8; i++) {
    if (fork() == 0) {
      for (;;) {
      }
    }
  }
  stay();
}
