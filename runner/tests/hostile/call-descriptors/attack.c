// Uses up descriptors and all that hangs on them: pipes, epolls, events, watches, timers.
#include "hostile.h"
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

int main(void) {
  int made = 0;
  int watch = inotify_init1(IN_NONBLOCK);
  int queue = epoll_create1(0);
  for (int i = 0; i < 100000; i++) {
    char name[32];
    snprintf(name, sizeof name, "hostile-left-%d", i % 1000);
    close(open(name, O_CREAT | O_WRONLY, 0600));
    inotify_add_watch(watch, name, IN_ALL_EVENTS);
    if (i > 2000) break;
  }
  while (made < 100000) {
    int one = made % 3 == 0 ? eventfd(1, 0) : made % 3 == 1 ? timerfd_create(0, 0) : dup(queue);
    if (one < 0) break;
    epoll_ctl(queue, EPOLL_CTL_ADD, one, &(struct epoll_event){EPOLLIN, {0}});
    made++;
  }
  // One is given back for the output.
  return end_with(made > 10 && made < 5000 ? "held" : "unlimited");
}
