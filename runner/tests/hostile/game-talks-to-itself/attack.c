// Opens the other ends of its pipes, speaks in the referee's place, and takes back what it said.
#include "hostile.h"

int main(void) {
  char text[64];
  int to_itself = open("/proc/self/fd/0", O_WRONLY | O_NONBLOCK);
  int from_referee_side = open("/proc/self/fd/1", O_RDONLY | O_NONBLOCK);
  if (to_itself >= 0 && write(to_itself, "forged\n", 7) != 7) return 4;
  if (write(1, "fake\n", 5) != 5) return 5;
  if (from_referee_side >= 0 && read(from_referee_side, text, sizeof text) > 0)
    return write(1, "other\n", 6) == 6 ? 0 : 6;
  return 0;
}
