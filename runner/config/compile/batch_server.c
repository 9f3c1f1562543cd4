/* Compiled with a program and linked with --wrap=main, lets it answer one call after the other
   instead of running once: see judge/batch/batch_program.hpp, whose other end this is. It does where
   ARBITER_BATCH_SERVES is in its environment; else it runs once, as if this were not there.

   Before anything of the program runs, descriptor 0, a socket, is put out of its way. When its
   static objects are there, requests are read from that socket. For each a child is forked, and in
   the child the program's main begins as in a new process, without the cost of one. The child finds
   the request's arguments, standard input and files, and its standard output and error are files. What it left is sent back, what it started is
   killed, what it wrote is removed. Whatever is out of order ends the server: then its box is wiped
   as a whole, and the call is made in another way.

   The words of the command line are folders beside the working folder that must be empty, too.

   Programs in C or C++ may have variables and functions with the names of nearly all functions of
   the C library, and those are then the ones that a call would reach. So there are system calls
   only. The file is compiled as C and as C++98. */
/* Every program that serves is compiled with this file, and nearly all of its time is the system's. */
#pragma GCC optimize("O1")
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "batch_folders.h"
#include "batch_protocol.h"
#include "batch_stream.h"

#ifdef __cplusplus
extern "C" {
#endif
int __real_main(int count, char** words, char** environment);
int __wrap_main(int count, char** words, char** environment);
pid_t __fork(void);
extern const Elf64_Ehdr __ehdr_start __attribute__((visibility("hidden")));
#ifdef __cplusplus
}
#endif

enum {
  READ_ALL = 22, /* MADV_POPULATE_READ, which old headers lack */
  NAMES_SIZE = 1 << 23, /* of which only what is used takes memory */
  MOST_ROUNDS = 1000
};

static struct BatchRequestHead asked;
static struct BatchReplyHead told;
static int serves;
static char* names;
static const char* next_name;
static int given_count;
static char** given;
static int collected[ARBITER_BATCH_COLLECTED];
static int64_t collected_sizes[ARBITER_BATCH_COLLECTED];

static const char* take_name(void) {
  const char* name = next_name;
  must(name < names + asked.names_size);
  while (*next_name != '\0')
    ++next_name;
  ++next_name;
  return name;
}

/* A descriptor is the child's too, and so are its offset and its flags. */
static void rewind_stream(int file) {
  must(syscall(SYS_lseek, file, 0, SEEK_SET) == 0);
  must(syscall(SYS_fcntl, file, F_SETFL, O_RDWR) == 0);
}

static void receive_request(char* first_word) {
  uint64_t pointers;
  uint32_t i;
  receive(&asked, sizeof asked);
  must(asked.magic == ARBITER_BATCH_MAGIC && asked.names_size < NAMES_SIZE / 2 &&
       asked.arguments <= asked.names_size && asked.files <= asked.names_size / 9 &&
       asked.collected <= ARBITER_BATCH_COLLECTED);
  receive(names, asked.names_size);
  names[asked.names_size] = '\0';
  next_name = names + asked.files * sizeof(uint64_t);
  pointers = (asked.names_size + 16) / 16 * 16;
  must(pointers + (asked.arguments + 2) * sizeof(char*) <= NAMES_SIZE);
  given = (char**)(void*)(names + pointers);
  given_count = (int)asked.arguments + 1;
  given[0] = first_word;
  for (i = 1; i <= asked.arguments; ++i)
    given[i] = (char*)take_name();
  given[given_count] = 0;
  receive_file(0, asked.input_size);
  /* The last input was longer, or its reader wrote into it. */
  must(file_size(0) == asked.input_size || syscall(SYS_ftruncate, 0, asked.input_size) == 0);
  for (i = 0; i < asked.files; ++i) {
    uint64_t size;
    __builtin_memcpy(&size, names + i * sizeof size, sizeof size);
    write_file(take_name(), size);
  }
  must(transfer_at == transfer_end);
  for (i = 0; i < 3; ++i)
    rewind_stream((int)i);
}

static void become_program(void) {
  const uint64_t no_signals = 0;
  struct rlimit most;
  int i;
  /* One byte more than allowed can be written, so that writing too much can be seen. */
  most.rlim_cur = asked.output_limit + 1;
  most.rlim_max = asked.output_limit + 1;
  must(syscall(SYS_prlimit64, 0, RLIMIT_FSIZE, &most, 0) == 0);
  must(syscall(SYS_setpgid, 0, 0) == 0);
  must(syscall(SYS_rt_sigprocmask, SIG_SETMASK, &no_signals, 0, sizeof no_signals) == 0);
  syscall(SYS_close, SOCKET);
  for (i = 0; i < folder_count; ++i)
    syscall(SYS_close, folders[i]);
}

static void add_usage(const struct rusage* usage) {
  const int64_t memory = (int64_t)usage->ru_maxrss * 1024;
  told.cpu_ns += ((int64_t)usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000000 +
                 ((int64_t)usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) * 1000;
  if (memory > told.memory) told.memory = memory;
}

/* Waits until a child changes, or for so long. */
static void wait_for_child(int64_t ns) {
  const uint64_t child = (uint64_t)1 << (SIGCHLD - 1);
  struct timespec time;
  time.tv_sec = (time_t)(ns / 1000000000);
  time.tv_nsec = (long)(ns % 1000000000);
  /* Whichever it was: an error that the time is over is as good. */
  syscall(SYS_rt_sigtimedwait, &child, 0, &time, sizeof child);
}

static void wait_for(pid_t program, int64_t began) {
  const int clock = (int)((~(unsigned)program << 3) | 2); /* of the CPU time it uses */
  int64_t cpu_left = asked.cpu_ns, wall_left = asked.wall_ns;
  struct rusage usage;
  int status = 0;
  while (1) {
    long got;
    wait_for_child(cpu_left < wall_left ? cpu_left : wall_left);
    got = syscall(SYS_wait4, program, &status, WNOHANG, &usage);
    if (got == program) break;
    must(got == 0);
    cpu_left = asked.cpu_ns - now_ns(clock);
    wall_left = asked.wall_ns - (now_ns(CLOCK_MONOTONIC) - began);
    if (cpu_left >= 0 && wall_left > 0) {
      if (cpu_left < 500000) cpu_left = 500000;
      continue;
    }
    told.ending = cpu_left < 0 ? BATCH_OVER_CPU_LIMIT : BATCH_OVER_WALL_LIMIT;
    syscall(SYS_kill, program, SIGKILL);
    must(syscall(SYS_wait4, program, &status, 0, &usage) == program);
    break;
  }
  told.wall_ns = now_ns(CLOCK_MONOTONIC) - began;
  add_usage(&usage);
  told.status = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
  if (told.ending == BATCH_ENDED_BY_ITSELF && !WIFEXITED(status)) told.ending = BATCH_BY_SIGNAL;
}

/* Those whose parents have ended are our children. */
static void kill_children(void) {
  char list[4096];
  long size, i;
  int pid = 0;
  const int file = (int)syscall(SYS_openat, AT_FDCWD, "/proc/thread-self/children", O_RDONLY);
  must(file >= 0);
  size = syscall(SYS_read, file, list, sizeof list);
  syscall(SYS_close, file);
  for (i = 0; i < size; ++i) {
    if (list[i] >= '0' && list[i] <= '9') {
      pid = pid * 10 + (list[i] - '0');
    } else {
      if (pid > 0) syscall(SYS_kill, pid, SIGKILL);
      pid = 0;
    }
  }
}

static void end_leftovers(void) {
  int round;
  for (round = 0; round < MOST_ROUNDS; ++round) {
    struct rusage usage;
    int status;
    long got;
    while ((got = syscall(SYS_wait4, -1, &status, WNOHANG | __WALL, &usage)) > 0)
      add_usage(&usage);
    if (got < 0) {
      must(errno == ECHILD);
      return;
    }
    kill_children();
    wait_for_child(1000000);
  }
  must(0);
}

static void note_size(int64_t size) {
  if (size > (int64_t)asked.output_limit) told.ending = BATCH_OVER_OUTPUT_LIMIT;
}

static void reply(void) {
  uint64_t held = 0, error_total = file_size(2);
  uint32_t i;
  told.output_size = file_size(1);
  told.error_size = error_total < asked.error_kept ? error_total : asked.error_kept;
  told.collected = asked.collected;
  for (i = 0; i < asked.collected; ++i) {
    collected[i] = open_collected(take_name(), &collected_sizes[i]);
    note_size(collected_sizes[i]);
  }
  note_size((int64_t)told.output_size);
  note_size((int64_t)error_total);
  note_size(empty_folders());
  if (told.ending != BATCH_ENDED_BY_ITSELF) told.output_size = told.error_size = told.collected = 0;
  add(&held, &told, sizeof told);
  add(&held, collected_sizes, told.collected * sizeof(int64_t));
  add_file(&held, 1, 0, told.output_size);
  add_file(&held, 2, error_total - told.error_size, told.error_size);
  for (i = 0; i < told.collected; ++i) {
    if (collected_sizes[i] > 0) add_file(&held, collected[i], 0, (uint64_t)collected_sizes[i]);
  }
  send_all(&held);
  for (i = 0; i < asked.collected; ++i) {
    if (collected[i] >= 0) syscall(SYS_close, collected[i]);
  }
  for (i = 1; i < 3; ++i)
    must(file_size((int)i) == 0 || syscall(SYS_ftruncate, i, 0) == 0);
}

static void answer(int64_t began, pid_t program) {
  __builtin_memset(&told, 0, sizeof told);
  told.magic = ARBITER_BATCH_MAGIC;
  wait_for(program, began);
  end_leftovers();
  reply();
}

static void prepare(int count, char** words) {
  static const char* const stream = "stream";
  const uint64_t child = (uint64_t)1 << (SIGCHLD - 1);
  int i;
  must(syscall(SYS_dup3, 0, SOCKET, O_CLOEXEC) == SOCKET);
  open_folder(".");
  for (i = 1; i < count; ++i)
    open_folder(words[i]);
  for (i = 0; i < 3; ++i) {
    const int flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC;
    const int file = (int)syscall(SYS_openat, folders[0], stream, flags, 0600);
    must(file >= 0 && syscall(SYS_unlinkat, folders[0], stream, 0) == 0);
    must(syscall(SYS_dup3, file, i, 0) == i);
    syscall(SYS_close, file);
  }
  inodes_left = count_inodes_left();
  transfer = new_memory(TRANSFER_SIZE);
  must(syscall(SYS_madvise, transfer, TRANSFER_SIZE, MADV_DONTFORK) == 0);
  names = new_memory(NAMES_SIZE);
  must(syscall(SYS_prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0);
  must(syscall(SYS_rt_sigprocmask, SIG_BLOCK, &child, 0, sizeof child) == 0);
}

/* Whether the variable was there; the program does not find it. */
static int take_variable(char** environment) {
  static const char wanted[] = ARBITER_BATCH_SERVES "=";
  for (; *environment != 0; ++environment) {
    unsigned i = 0;
    while (wanted[i] != '\0' && (*environment)[i] == wanted[i])
      ++i;
    if (wanted[i] != '\0') continue;
    do {
      environment[0] = environment[1];
    } while (*environment++ != 0);
    return 1;
  }
  return 0;
}

/* What the program does before its main it does once for all calls, which is most of the time that a
   small one takes. A program that reads or writes then does not do so for each call, so it cannot be
   a server; where it is read from, something is to be read, so that this is seen. */
static void begin(int count, char** words, char** environment) {
  serves = take_variable(environment);
  if (!serves) return;
  prepare(count, words);
  must(syscall(SYS_pwrite64, 0, "\n", 1, 0) == 1);
}

static void check_untouched(void) {
  must(syscall(SYS_lseek, 0, 0, SEEK_CUR) == 0 && file_size(0) == 1);
  must(file_size(1) == 0 && file_size(2) == 0);
  must(syscall(SYS_ftruncate, 0, 0) == 0);
}

/* A child finds the pages of the program's file only one fault after the other, unless their mapping
   has a page of its own: then fork copies it as it is. */
static void share_program(void) {
  const Elf64_Ehdr* file = &__ehdr_start;
  const char* begin = (const char*)file;
  const Elf64_Phdr* parts = (const Elf64_Phdr*)(begin + file->e_phoff);
  const uintptr_t page = 4096;
  const uintptr_t base = file->e_type == ET_DYN ? (uintptr_t)begin : 0;
  int i;
  for (i = 0; i < file->e_phnum; ++i) {
    const Elf64_Phdr* part = &parts[i];
    const uintptr_t from = (base + part->p_vaddr) & ~(page - 1);
    const uintptr_t size = base + part->p_vaddr + part->p_filesz - from;
    const int rights = PROT_READ | ((part->p_flags & PF_X) != 0 ? PROT_EXEC : 0);
    volatile char* first = (volatile char*)from;
    if (part->p_type != PT_LOAD || (part->p_flags & PF_W) != 0 || part->p_filesz == 0) continue;
    if (syscall(SYS_mprotect, from, size, rights | PROT_WRITE) != 0) continue;
    *first = *first;
    must(syscall(SYS_mprotect, from, size, rights) == 0);
    syscall(SYS_madvise, from, size, READ_ALL);
  }
}

/* Returns in children only. */
static void serve(char** words) {
  check_untouched();
  share_program();
  while (1) {
    int64_t began;
    pid_t program;
    receive_request(words[0]);
    began = now_ns(CLOCK_MONOTONIC);
    program = __fork();
    must(program >= 0);
    if (program == 0) break;
    answer(began, program);
  }
  become_program();
}

int __wrap_main(int count, char** words, char** environment) {
  if (!serves) return __real_main(count, words, environment);
  serve(words);
  return __real_main(given_count, given, environment);
}

/* Before any constructor, whatever its priority. */
__attribute__((section(".preinit_array"), used)) static void (*begin_first)(int, char**,
                                                                            char**) = begin;
