// What most of the hostile programs in C need. The suite puts it beside each of them.
#pragma once
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

enum { MIB = 1 << 20 };

// Does nothing, for ever.
static inline int stay(void) {
  for (;;) pause();
}

// What most programs do last: they say whether they were held.
static inline int end_with(const char *word) {
  puts(word);
  return 0;
}

// Computes until this clock of its own says so.
static inline void burn(clockid_t clock, long milliseconds) {
  struct timespec used = {0, 0};
  while (used.tv_nsec < milliseconds * 1000000) clock_gettime(clock, &used);
}

// Computes in children that are waited for, one after the other.
static inline void burn_in_children(int count, long milliseconds) {
  for (; count > 0; count--) {
    if (fork() == 0) {
      burn(CLOCK_PROCESS_CPUTIME_ID, milliseconds);
      _exit(0);
    }
    wait(0);
  }
}

static inline void ignore_signals(void) {
  for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
}

// Writes without end. 1: it was refused.
static inline int flood(int to) {
  static char block[1 << 16];
  memset(block, 'x', sizeof block);
  while (write(to, block, sizeof block) >= 0) continue;
  return 1;
}

// Takes and touches memory without end. 1: it was refused.
static inline int take_memory(void) {
  static char *volatile block;  // or the compiler leaves it out
  while ((block = malloc(MIB)) != NULL) memset(block, 1, MIB);
  return 1;
}

// Memory of pages that are shared, or private to the process; MAP_FAILED.
static inline char *map_memory(int sharing, size_t size) {
  return mmap(NULL, size, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS, -1, 0);
}

// Starts a child that holds 20 MiB for ever.
static inline void hold_in_child(const char *name) {
  if (fork() != 0) return;
  prctl(PR_SET_NAME, name);
  memset(map_memory(MAP_PRIVATE, 20 * MIB), 1, 20 * MIB);
  stay();
}

// A player who says what it hears, word by word.
static inline int echo(void) {
  for (char word[64]; scanf("%63s", word) == 1; fflush(stdout)) printf("%s\n", word);
  return 0;
}

// A referee who says so many words and wants to hear each again.
static inline int expect_echoes(int words) {
  char word[64];
  for (int i = 0; i < words; i++) {
    printf("word%d\n", i);
    fflush(stdout);
    if (scanf("%63s", word) != 1 || strncmp(word, "word", 4) != 0) return 43;
  }
  return 42;
}

// A side of a game that says much before it listens; whether it could.
static inline int say_all_then_listen(void) {
  enum { MANY = 500000 };
  static char block[MANY];
  for (long wrote = 0, put = 0; wrote < MANY; wrote += put) {
    if ((put = write(1, block, (size_t)(MANY - wrote))) <= 0) return 0;
  }
  for (long heard = 0, got = 0; heard < MANY; heard += got) {
    if ((got = read(0, block, sizeof block)) <= 0) return 0;
  }
  return 1;
}

// How many calls did not fail as they must.
static int failures;

static inline void must_fail(const char *name, long result, int error) {
  if (result < 0 && errno == error) return;
  printf("%s gives %ld, errno %d\n", name, result, errno);
  failures++;
}

// Sends a descriptor over a socket; its status.
static inline ssize_t send_descriptor(int over, int what) {
  char control[CMSG_SPACE(sizeof what)] = {0};
  struct iovec data = {"x", 1};
  struct msghdr message = {
      .msg_iov = &data, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  *header = (struct cmsghdr){CMSG_LEN(sizeof what), SOL_SOCKET, SCM_RIGHTS};
  memcpy(CMSG_DATA(header), &what, sizeof what);
  return sendmsg(over, &message, MSG_DONTWAIT);
}
