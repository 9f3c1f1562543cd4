// Fills the buffers of sockets that nobody reads, made as large as the kernel lets it.
#include "hostile.h"

int main(void) {
  static char block[1 << 16];
  int ends[2];
  int large = 1 << 30;
  long taken = 0;
  memset(block, 1, sizeof block);
  while (taken < 400L << 20 && socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0) {
    setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &large, sizeof large);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    for (ssize_t put = 0; taken < 400L << 20 && put >= 0; taken += put > 0 ? put : 0) {
      put = write(ends[1], block, sizeof block);
    }
  }
  return end_with(taken < 200L << 20 ? "held" : "took too much");
}
