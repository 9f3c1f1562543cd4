// Attacks nothing: what the suite says of a program that behaves.
#include <stdio.h>

int main(void) {
  puts("held");
  return 0;
}
