// Ends the game as soon as it has been silent for long.
#include <poll.h>
#include <stdio.h>

int main(void) {
  struct pollfd input = {0, POLLIN, 0};
  puts("word");
  fflush(stdout);
  return poll(&input, 1, 200) == 0 ? 43 : 42;
}
