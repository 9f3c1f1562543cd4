// Sends its output through sockets that are in flight in each other, which nobody will ever take
// out, and ends.
#define _GNU_SOURCE
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void send_away(int over, int what) {
  char control[CMSG_SPACE(sizeof what)] = {0};
  char byte = 0;
  struct iovec data = {&byte, 1};
  struct msghdr message = {
      .msg_iov = &data, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof what);
  memcpy(CMSG_DATA(header), &what, sizeof what);
  sendmsg(over, &message, MSG_DONTWAIT);
}

int main(void) {
  int a[2];
  int b[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, a) != 0 || socketpair(AF_UNIX, SOCK_DGRAM, 0, b) != 0)
    return 0;
  send_away(a[0], 1);
  send_away(a[0], 0);
  for (int i = 0; i < 2; i++) {
    send_away(a[0], b[i]);
    send_away(b[0], a[i]);
    send_away(a[0], a[i]);
  }
  return 0;
}
