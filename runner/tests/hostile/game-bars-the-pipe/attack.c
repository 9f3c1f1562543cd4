// Plays by the rules, over pipes that it has closed to whoever would open them again.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  char word[64];
  for (int fd = 0; fd < 2; fd++) {
    fchmod(fd, 0);
    fchown(fd, getuid(), getgid());
    futimens(fd, NULL);
  }
  while (scanf("%63s", word) == 1) {
    printf("%s\n", word);
    fflush(stdout);
  }
  return 0;
}
