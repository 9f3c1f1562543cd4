// Sockets of every family; addresses that are free to be taken by the next run.
#include "hostile.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/un.h>

int main(void) {
  struct sockaddr_un name = {AF_UNIX, "\0hostile-left"};
  struct sockaddr_in local = {.sin_family = AF_INET, .sin_port = htons(22)};
  int ends[2];
  int done = 0;
  inet_pton(AF_INET, "127.0.0.1", &local.sin_addr);
  for (int family = 0; family < 46; family++) {
    for (int type = 1; type < 6; type++) {
      int one = socket(family, type, 0);
      if (one < 0) continue;
      done++;
      printf("a socket of family %d\n", family);
      connect(one, (struct sockaddr *)&local, sizeof local);
    }
  }
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) puts("no pair");
  done += bind(ends[0], (struct sockaddr *)&name, sizeof name) == 0;
  done += connect(ends[0], (struct sockaddr *)&name, sizeof name) == 0;
  done += listen(ends[0], 1) == 0;
  return end_with(done == 0 ? "held" : "connected");
}
