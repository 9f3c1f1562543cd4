// Leaves 5000 dead children unburied.
#include <stdio.h>
#include <unistd.h>

int main(void) {
  int made = 0;
  for (int i = 0; i < 5000; i++) {
    int pid = fork();
    if (pid == 0) _exit(0);
    made += pid > 0;
  }
  puts(made < 65 ? "held" : "too many");
  return 0;
}
