// Leaves 5000 dead children unburied.
#include "hostile.h"

int main(void) {
  int made = 0;
  for (int i = 0; i < 5000; i++) {
    int pid = fork();
    if (pid == 0) _exit(0);
    made += pid > 0;
  }
  return end_with(made < 65 ? "held" : "too many");
}
