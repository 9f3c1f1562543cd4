/* Part of batch_server.c: what it shares with the other parts, and what goes over its socket. */
#ifndef ARBITER_BATCH_STREAM_H
#define ARBITER_BATCH_STREAM_H
#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
  SOCKET = 3, /* beside the descriptors 0, 1, 2 of the child, which are ours as well */
  TRANSFER_SIZE = 65536
};

static char* transfer;       /* not there in children */
static uint64_t transfer_at; /* what was received and not yet taken */
static uint64_t transfer_end;

static void must(int is_well) {
  if (!is_well) syscall(SYS_exit_group, 1);
}

static int64_t now_ns(long clock) {
  struct timespec now;
  must(syscall(SYS_clock_gettime, clock, &now) == 0);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static uint64_t file_size(int file) {
  struct stat info;
  must(syscall(SYS_fstat, file, &info) == 0);
  return (uint64_t)info.st_size;
}

static char* new_memory(uint64_t size) {
  const long at = syscall(SYS_mmap, 0, size, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  must(at != -1);
  return (char*)at;
}

static void fill_transfer(void) {
  long got;
  do {
    got = syscall(SYS_read, SOCKET, transfer, TRANSFER_SIZE);
  } while (got < 0 && errno == EINTR);
  if (got == 0) syscall(SYS_exit_group, 0);
  must(got > 0);
  transfer_at = 0;
  transfer_end = (uint64_t)got;
}

static uint64_t available(uint64_t wanted) {
  if (transfer_at == transfer_end) fill_transfer();
  return wanted < transfer_end - transfer_at ? wanted : transfer_end - transfer_at;
}

static void receive(void* to, uint64_t size) {
  char* at = (char*)to;
  while (size > 0) {
    const uint64_t part = available(size);
    __builtin_memcpy(at, transfer + transfer_at, part);
    transfer_at += part;
    at += part;
    size -= part;
  }
}

static void put(int file, uint64_t offset, const char* from, uint64_t size) {
  while (size > 0) {
    const long done = syscall(SYS_pwrite64, file, from, size, offset);
    must(done > 0);
    from += done;
    offset += (uint64_t)done;
    size -= (uint64_t)done;
  }
}

static void receive_file(int file, uint64_t size) {
  uint64_t offset = 0;
  while (offset < size) {
    const uint64_t part = available(size - offset);
    put(file, offset, transfer + transfer_at, part);
    transfer_at += part;
    offset += part;
  }
}

static void send_all(uint64_t* held) {
  uint64_t sent = 0;
  while (sent < *held) {
    const long done = syscall(SYS_write, SOCKET, transfer + sent, *held - sent);
    if (done < 0 && errno == EINTR) continue;
    must(done > 0);
    sent += (uint64_t)done;
  }
  *held = 0;
}

static void add(uint64_t* held, const void* from, uint64_t size) {
  __builtin_memcpy(transfer + *held, from, size);
  *held += size;
}

static void add_file(uint64_t* held, int file, uint64_t offset, uint64_t size) {
  while (size > 0) {
    uint64_t part = TRANSFER_SIZE - *held;
    long got;
    if (part == 0) {
      send_all(held);
      continue;
    }
    if (part > size) part = size;
    got = syscall(SYS_pread64, file, transfer + *held, part, offset);
    must(got > 0);
    *held += (uint64_t)got;
    offset += (uint64_t)got;
    size -= (uint64_t)got;
  }
}

#endif
