// Leaves the game to a process that lives on.
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  pid_t first = getpid();
  if (fork() != 0) return 0;
  setsid();
  for (int number = 1; number < 65; number++)
    signal(number, SIG_IGN);
  while (getppid() == first) {
  }
  char word[64];
  while (scanf("%63s", word) == 1) {
    printf("%s\n", word);
    fflush(stdout);
  }
  for (;;)
    pause();
}
