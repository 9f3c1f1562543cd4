// Children in sessions of their own, orphaned, deaf to every signal.
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  for (int i = 0; i < 5; i++) {
    if (fork() != 0) continue;
    setsid();
    for (int number = 1; number < 65; number++) {
      signal(number, SIG_IGN);
    }
    if (fork() != 0) _exit(0);
    for (;;) {
      sleep(1);
    }
  }
  puts("held");
  return 0;
}
