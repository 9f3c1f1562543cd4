// Stops its group in the middle of a game.
#include "hostile.h"

int main(void) {
  char word[64];
  if (scanf("%63s", word) == 1) kill(0, SIGSTOP);
  return 0;
}
