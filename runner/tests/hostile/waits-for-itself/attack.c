// Reads from a socket that nobody but itself could write to.
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  char byte;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
  return read(ends[0], &byte, 1) == 1;
}
