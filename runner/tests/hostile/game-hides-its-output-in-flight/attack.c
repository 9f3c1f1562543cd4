// Sends its output through sockets that are in flight in each other, which nobody will ever take
// out, and ends.
#include "hostile.h"

int main(void) {
  int a[2];
  int b[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, a) != 0 || socketpair(AF_UNIX, SOCK_DGRAM, 0, b) != 0)
    return 0;
  send_descriptor(a[0], 1);
  send_descriptor(a[0], 0);
  for (int i = 0; i < 2; i++) {
    send_descriptor(a[0], b[i]);
    send_descriptor(b[0], a[i]);
    send_descriptor(a[0], a[i]);
  }
  return 0;
}
