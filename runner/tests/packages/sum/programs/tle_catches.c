/* Catching the signals that could end it politely does not help. */
#include <signal.h>

int main(void) {
  signal(SIGXCPU, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  volatile unsigned long turns = 0;
  for (;;) ++turns;
}
