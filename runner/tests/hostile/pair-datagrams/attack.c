// Makes the sockets of a pair known by abstract names, and looks who else is known so.
#include "hostile.h"
#include <sys/un.h>

enum { NAMES = 16 };

static struct sockaddr_un name_of(int number) {
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "hostile-left-%d", number);
  return name;
}

int main(void) {
  static const int types[] = {SOCK_DGRAM, SOCK_STREAM, SOCK_SEQPACKET};
  int met = 0;
  for (int i = 0; i < NAMES; i++) {
    int ends[2];
    char heard[16];
    struct sockaddr_un own = name_of(i);
    if (socketpair(AF_UNIX, types[i % 3], 0, ends) != 0) continue;
    met |= bind(ends[0], (struct sockaddr *)&own, sizeof own) != 0 && errno == EADDRINUSE;
    // The other types send to their own pair only.
    for (int other = i + 1; i % 3 == 0 && other < NAMES; other++) {
      struct sockaddr_un name = name_of(other);
      met |= sendto(ends[1], "here", 4, MSG_DONTWAIT, (struct sockaddr *)&name, sizeof name) > 0;
    }
    struct sockaddr_un from;
    socklen_t size = sizeof from;
    met |= recvfrom(ends[0], heard, sizeof heard, MSG_DONTWAIT, (struct sockaddr *)&from, &size) > 0;
    nanosleep(&(struct timespec){0, 3000000}, NULL);
  }
  return end_with(met ? "met" : "held");
}
