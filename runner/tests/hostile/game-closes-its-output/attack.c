// Closes what the other reads, and computes on.
#include <unistd.h>

int main(void) {
  close(1);
  for (;;) {
  }
}
