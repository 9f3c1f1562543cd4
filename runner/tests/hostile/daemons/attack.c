// Children in sessions of their own, orphaned, deaf to every signal.
#include "hostile.h"

int main(void) {
  for (int i = 0; i < 5; i++) {
    if (fork() != 0) continue;
    setsid();
    ignore_signals();
    if (fork() != 0) _exit(0);
    for (;;) {
      sleep(1);
    }
  }
  return end_with("held");
}
