// A program for the tests of the box: does what its first argument says, and ends with a status
// that tells how it went.
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

// Not optimised away, and about as fast on every machine as a loop can be.
void spin(long rounds) {
  volatile long i = 0;
  while (i < rounds) {
    i = i + 1;
  }
}

void burn_cpu_ms(long ms) {
  timespec time{};
  do {
    spin(10000);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  } while (time.tv_sec * 1000 + time.tv_nsec / 1000000 < ms);
}

int hello(char**) {
  std::puts("hello");
  return 0;
}

// What comes over descriptor 3 goes back over it.
int channel(char**) {
  char text[100];
  const ssize_t got = read(3, text, sizeof text);
  return got > 0 && write(3, text, static_cast<size_t>(got)) == got ? 0 : 1;
}

int exit_with(char** words) {
  return std::atoi(words[0]);
}

int signal_self(char** words) {
  kill(getpid(), std::atoi(words[0]));
  return 0;
}

int burn(char**) {
  std::signal(SIGXCPU, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
  while (true) {
    spin(1000000);
  }
}

int rest(char**) {
  while (true) {
    pause();
  }
}

int hush(char**) {
  close(1);
  char byte = 0;
  return static_cast<int>(read(0, &byte, 1));
}

int move_output(char**) {
  dup2(1, 9);
  return hush(nullptr);
}

int stop_self(char**) {
  kill(getpid(), SIGSTOP);
  return 0;
}

int touch_heap(char** words) {
  const std::size_t size = std::strtoul(words[0], nullptr, 10) << 20;
  auto* const bytes = static_cast<volatile char*>(std::malloc(size));
  if (bytes == nullptr) return 9;
  for (std::size_t i = 0; i < size; i += 4096) {
    bytes[i] = 1;
  }
  return 0;
}

char huge[std::size_t{1} << 30];

int touch_static(char**) {
  for (std::size_t i = 0; i < sizeof huge; i += 4096) {
    const_cast<volatile char*>(huge)[i] = 1;
  }
  return 0;
}

// Deep enough for 200 MiB of stack.
int recurse(int depth) {
  volatile char frame[1024];
  frame[0] = static_cast<char>(depth);
  return depth == 0 ? 0 : recurse(depth - 1) + (frame[0] - frame[0]);
}

int deep(char** words) {
  return recurse(std::atoi(words[0]) * 1000);
}

int flood(char** words) {
  std::signal(SIGXFSZ, SIG_IGN);
  const int fd = words[0][0] == 'f' ? open("flood", O_WRONLY | O_CREAT, 0644) : std::atoi(words[0]);
  char block[4096];
  std::memset(block, 'x', sizeof block);
  while (write(fd, block, sizeof block) > 0) {
  }
  return 0;
}

// Children whose time nobody asks for.
int unseen_cpu(char** words) {
  std::signal(SIGCHLD, SIG_IGN);
  for (int times = std::atoi(words[1]); times > 0; --times) {
    for (int i = 0; i < 2; ++i) {
      const pid_t pid = fork();
      if (pid < 0) return 3;
      if (pid == 0) {
        burn_cpu_ms(std::atoi(words[0]));
        _exit(0);
      }
    }
    // Fails with ECHILD only when both have ended.
    while (wait(nullptr) >= 0) {
    }
    if (errno != ECHILD) return 4;
  }
  return 0;
}

int child_says(char**) {
  const pid_t pid = fork();
  if (pid == 0) return std::puts("from a child") < 0;
  int status = -1;
  return pid > 0 && waitpid(pid, &status, 0) == pid ? status : 9;
}

int fork_bomb(char**) {
  int made = 0;
  for (int i = 0; i < 1000; ++i) {
    const pid_t pid = fork();
    if (pid == 0) {
      std::signal(SIGTERM, SIG_IGN);
      rest(nullptr);
    }
    if (pid > 0) ++made;
  }
  std::printf("%d\n", made);
  return 0;
}

// Memory that no process maps.
int fill_tmp(char**) {
  char name[32];
  static char block[1 << 20];
  for (int i = 0; i < 200; ++i) {
    std::snprintf(name, sizeof name, "/tmp/%d", i);
    const int fd = open(name, O_WRONLY | O_CREAT, 0600);
    if (write(fd, block, sizeof block) < 0) return 3;
    close(fd);
  }
  return 0;
}

int map_file(char** words) {
  const std::size_t size = std::strtoul(words[0], nullptr, 10) << 20;
  const int fd = open("/dev/shm/mapped", O_RDWR | O_CREAT, 0600);
  if (fd < 0 || ftruncate(fd, static_cast<off_t>(size)) != 0) return 3;
  void* const bytes = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (bytes == MAP_FAILED) return 3;
  std::memset(bytes, 1, size);
  burn_cpu_ms(50);
  return 0;
}

// Prints the names of ways to memory that is not in the account of the process.
int take_uncounted(char**) {
  constexpr int k_rights = PROT_READ | PROT_WRITE;
  int ends[2];
  iovec byte{ends, 1};
  if (pipe(ends) != 0) return 3;
  if (syscall(SYS_memfd_create, "name", 0) >= 0) std::puts("memfd_create");
  if (syscall(447 /* memfd_secret */, 0) >= 0) std::puts("memfd_secret");
  if (vmsplice(ends[1], &byte, 1, 0) >= 0) std::puts("vmsplice");
  if (mmap(nullptr, 4096, k_rights, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED) {
    std::puts("shared mapping");
  }
  const int zeros = open("/dev/zero", O_RDWR);
  if (zeros < 0 || read(zeros, ends, 1) != 1) return 3;
  if (mmap(nullptr, 4096, k_rights, MAP_SHARED, zeros, 0) != MAP_FAILED) {
    std::puts("shared zeros");
  }
  return 0;
}

// Takes all room for pipes that the kernel gives a user, until the input ends.
int take_pipes(char**) {
  for (int i = 0; i < 12; ++i) {
    const pid_t pid = fork();
    if (pid < 0) return 3;
    if (pid > 0) continue;
    int ends[2];
    for (int made = 0; made < 120 && pipe(ends) == 0; ++made) {
    }
    std::printf("%d\n", fcntl(ends[0], F_GETPIPE_SZ));
    std::fflush(stdout);
    char byte = 0;
    _exit(read(0, &byte, 1) != 0);
  }
  while (wait(nullptr) > 0) {
  }
  return 0;
}

// A process writes, and another reads when it is done: half of what a pipe holds has room.
int pass_on(char**) {
  static char block[1 << 15];
  int ends[2];
  if (pipe(ends) != 0) return 3;
  const pid_t pid = fork();
  if (pid == 0) _exit(write(ends[1], block, sizeof block) != sizeof block);
  int status = -1;
  return waitpid(pid, &status, 0) == pid ? status : 3;
}

// Memory that is nowhere to be seen when the process ends.
int hide(char** words) {
  static char block[1 << 20];
  const int fd = open("/dev/shm/hidden", O_WRONLY | O_CREAT, 0600);
  if (fd < 0 || unlink("/dev/shm/hidden") != 0) return 3;
  for (int i = 0; i < std::atoi(words[0]); ++i) {
    if (write(fd, block, sizeof block) < 0) return 3;
  }
  burn_cpu_ms(50);
  return 0;
}

// Many processes that share what one of them has touched.
int share(char** words) {
  const int status = touch_heap(words);
  for (int i = 0; i < 10; ++i) {
    if (fork() == 0) rest(nullptr);
  }
  burn_cpu_ms(50);
  return status;
}

void* idle(void*) {
  rest(nullptr);
  return nullptr;
}

int threads(char** words) {
  for (int i = 0; i < std::atoi(words[0]); ++i) {
    pthread_t thread{};
    if (pthread_create(&thread, nullptr, idle, nullptr) != 0) return 3;
  }
  return 0;
}

int survive(char**) {
  for (int i = 0; i < 5; ++i) {
    if (fork() != 0) continue;
    setsid();
    for (int number = 1; number < NSIG; ++number) {
      std::signal(number, SIG_IGN);
    }
    if (fork() == 0) rest(nullptr);
    rest(nullptr);
  }
  return 0;
}

int make_mess(char**) {
  for (const char* folder : {"/work", "/tmp", "/dev/shm"}) {
    if (chdir(folder) != 0) return 3;
    if (close(open("file", O_WRONLY | O_CREAT, 0644)) != 0) return 4;
    if (mkdir("closed", 0755) != 0 || close(open("closed/in", O_WRONLY | O_CREAT, 0600)) != 0) {
      return 5;
    }
    if (mkfifo("fifo", 0600) != 0 || symlink("/etc/passwd", "link") != 0) return 6;
    if (link("file", "hard") != 0 || chmod("closed", 0) != 0) return 7;
    for (int depth = 0; depth < 200; ++depth) {
      if (mkdir("deep", 0700) != 0 || chdir("deep") != 0) return 8;
    }
    if (close(open("bottom", O_WRONLY | O_CREAT, 0600)) != 0) return 9;
    if (chmod(folder, 0500) != 0) return 10;
  }
  return 0;
}

// Prints what lies in the writable folders, and their modes where they are not the usual ones.
int look_around(char**) {
  for (const char* folder : {"/work", "/tmp", "/dev/shm"}) {
    struct stat info {};
    stat(folder, &info);
    if ((info.st_mode & 07777) != 0700 || info.st_mtime != 0) std::printf("%s changed\n", folder);
    const int fd = open(folder, O_RDONLY | O_DIRECTORY);
    alignas(8) char entries[4096];
    const long got = syscall(SYS_getdents64, fd, entries, sizeof entries);
    // "." and ".." take 24 bytes each.
    if (got != 48) std::printf("%s not empty\n", folder);
  }
  return 0;
}

constexpr const char* k_folders[] = {"/work", "/tmp", "/dev/shm"};

void set_times(const char* path, long nanoseconds) {
  const timespec both[] = {{0, nanoseconds}, {0, nanoseconds + 1}};
  utimensat(AT_FDCWD, path, both, 0);
}

// All that a program could leave for the next one without leaving a file.
int leave_traces(char** words) {
  const bool hides = std::strcmp(words[0], "hidden") == 0;
  for (const char* folder : k_folders) {
    char name[64];
    std::snprintf(name, sizeof name, "%s/x", folder);
    for (int i = 0; i < 10; ++i) {
      close(open(folder, O_TMPFILE | O_RDWR, 0600));
      if (hides || std::strcmp(words[0], "files") == 0) {
        close(open(name, O_WRONLY | O_CREAT, 0600));
        unlink(name);
      }
    }
    if (std::strcmp(words[0], "times") == 0) set_times(folder, 123456789);
    const timespec epoch[2] = {};
    if (hides) utimensat(AT_FDCWD, folder, epoch, 0);
  }
  for (int i = 0; std::strcmp(words[0], "processes") == 0 && i < 7; ++i) {
    if (fork() == 0) _exit(0);
    wait(nullptr);
  }
  return 0;
}

// Prints what differs when somebody was here before.
int see_traces(char**) {
  std::printf("process %d\n", getpid());
  for (const char* folder : k_folders) {
    struct stat info {};
    stat(folder, &info);
    std::printf("%s %o %ld.%09ld %ld.%09ld\n", folder, info.st_mode, info.st_atim.tv_sec,
                info.st_atim.tv_nsec, info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
    char name[64];
    std::snprintf(name, sizeof name, "%s/new", folder);
    fstat(open(name, O_WRONLY | O_CREAT, 0600), &info);
    std::printf("%s %lu\n", name, static_cast<unsigned long>(info.st_ino));
  }
  return 0;
}

// Two sockets, each on its way to the other, which nobody can take out any more.
int forget_sockets(char**) {
  for (int i = 0; i < 100; ++i) {
    std::array<int, 2> pair{};
    if (::socketpair(AF_UNIX, SOCK_DGRAM, 0, pair.data()) != 0) return 1;
    for (const int over : pair) {
      std::array<char, CMSG_SPACE(sizeof pair)> control{};
      char byte = 0;
      iovec part{&byte, 1};
      msghdr message{};
      message.msg_iov = &part;
      message.msg_iovlen = 1;
      message.msg_control = control.data();
      message.msg_controllen = control.size();
      cmsghdr* const rights = CMSG_FIRSTHDR(&message);
      rights->cmsg_level = SOL_SOCKET;
      rights->cmsg_type = SCM_RIGHTS;
      rights->cmsg_len = CMSG_LEN(sizeof pair);
      std::memcpy(CMSG_DATA(rights), pair.data(), sizeof pair);
      // Refused, where there is a filter.
      if (::sendmsg(over, &message, 0) < 0) return errno == EPERM ? 0 : 1;
    }
    // Left open: as long as nothing is closed, nothing is collected.
  }
  return 0;
}

// The host's devices: everybody may write to them, but not mark them.
int touch_devices(char**) {
  for (const char* name : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}) {
    if (utimensat(AT_FDCWD, name, nullptr, 0) == 0) std::puts(name);
  }
  return open("/dev/null", O_RDWR) < 0 ? 1 : 0;
}

int print_file(char** words) {
  const int fd = open(words[0], O_RDONLY);
  if (fd < 0) return errno;
  char block[4096];
  for (long got = 0; (got = read(fd, block, sizeof block)) > 0;) {
    if (write(1, block, static_cast<std::size_t>(got)) < 0) return 1;
  }
  return 0;
}

int print_target(char** words) {
  char target[4096];
  const long length = readlink(words[0], target, sizeof target);
  return length < 0 || write(1, target, static_cast<std::size_t>(length)) != length;
}

int create_file(char** words) {
  return open(words[0], O_WRONLY | O_CREAT, 0644) < 0 ? errno : 0;
}

int leave(char** words) {
  const char* const what = words[0];
  if (std::strcmp(what, "file") == 0) {
    const int fd = open("out", O_WRONLY | O_CREAT, 0644);
    return write(fd, "left", 4) == 4 ? 0 : 3;
  }
  if (std::strcmp(what, "link") == 0) return symlink("/etc/passwd", "out");
  if (std::strcmp(what, "fifo") == 0) return mkfifo("out", 0644);
  if (std::strcmp(what, "folder") == 0) return mkdir("out", 0755);
  return 0;
}

int write_new(const char* path, mode_t mode) {
  const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, mode);
  return fd >= 0 && write(fd, "new", 3) == 3 && close(fd) == 0 ? 0 : 3;
}

int furnish_folder(char** words) {
  const char* const how = words[0];
  if (chdir("given") != 0) return 3;
  if (std::strcmp(how, "some") == 0) {
    if (mkdir("a", 0755) != 0 || symlink("/etc/passwd", "link") != 0) return 3;
    return write_new("a/b", 0644) + write_new("run", 0755) + unlink("old");
  }
  if (std::strcmp(how, "deep") == 0) {
    for (int i = 0; i < 6; ++i) {
      if (mkdir("d", 0755) != 0 || chdir("d") != 0) return 3;
    }
    return 0;
  }
  if (std::strcmp(how, "many") == 0) {
    for (int i = 0; i < 100; ++i) {
      const char name[] = {static_cast<char>('a' + i / 10), static_cast<char>('0' + i % 10), 0};
      if (write_new(name, 0644) != 0) return 3;
    }
    return 0;
  }
  return unlink("old") + chdir("..") + rmdir("given") + symlink("/etc", "given");
}

int open_many(char**) {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_max = limit.rlim_cur = 100000;
  if (setrlimit(RLIMIT_NOFILE, &limit) == 0) std::puts("the limit was raised");
  int last = 0;
  for (int fd = 0; (fd = dup(0)) >= 0;)
    last = fd;
  std::printf("%d\n", last + 1);
  return 0;
}

int print_environment(char**) {
  for (char** entry = environ; *entry != nullptr; ++entry) {
    std::puts(*entry);
  }
  return 0;
}

int count_descriptors(char**) {
  int count = 0;
  for (int fd = 0; fd < 1024; ++fd) {
    if (fcntl(fd, F_GETFD) >= 0) ++count;
  }
  std::printf("%d\n", count);
  return 0;
}

int attack_init(char**) {
  kill(1, SIGKILL);
  kill(1, SIGSTOP);
  kill(1, SIGCHLD);
  kill(-1, SIGSTOP);
  kill(getppid(), SIGTERM);
  return setpriority(PRIO_PROCESS, 1, 19) == 0 || access("/proc/1", F_OK) == 0 ? 3 : 0;
}

// Prints the names of things that should have been refused.
int try_forbidden(char**) {
  if (socket(AF_INET, SOCK_STREAM, 0) >= 0) std::puts("socket");
  if (socket(AF_UNIX, SOCK_STREAM, 0) >= 0) std::puts("unix socket");
  if (unshare(CLONE_NEWUSER) == 0) std::puts("unshare");
  if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0) std::puts("ptrace");
  if (shmget(IPC_PRIVATE, 4096, 0600) >= 0) std::puts("shmget");
  if (syscall(SYS_add_key, "user", "a", "b", 1, -2) >= 0) std::puts("add_key");
  if (syscall(SYS_bpf, 0, nullptr, 0) >= 0 || errno != EPERM) std::puts("bpf");
  if (syscall(SYS_io_uring_setup, 1, nullptr) >= 0 || errno != ENOSYS) std::puts("io_uring");
  if (syscall(SYS_clone3, nullptr, 0) >= 0 || errno != ENOSYS) std::puts("clone3");
  if (setxattr("/work", "user.mark", "1", 1, 0) == 0) std::puts("setxattr");
  rlimit limit{1, 1};
  if (syscall(SYS_prlimit64, 1, RLIMIT_CPU, &limit, nullptr) == 0) std::puts("prlimit64");
  if (chroot("/work") == 0) std::puts("chroot");
  if (setuid(0) == 0) std::puts("setuid");
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) std::puts("socketpair is missing");
  return 0;
}

int copy_input(char**) {
  char block[4096];
  for (long got = 0; (got = read(0, block, sizeof block)) > 0;) {
    if (write(1, block, static_cast<std::size_t>(got)) < 0) return 1;
  }
  return 0;
}

int rewrite_input(char**) {
  const int fd = open("/proc/self/fd/0", O_RDWR);
  return fd >= 0 && (write(fd, "forged", 6) > 0 || ftruncate(fd, 0) == 0) ? 3 : 0;
}

int old_interface(char**) {
#if defined(__x86_64__)
  long number = 20;
  asm volatile("int $0x80" : "+a"(number) : : "memory");
#endif
  return 0;
}

struct Act {
  const char* name;
  int (*run)(char**);
};

constexpr Act k_acts[] = {{"hello", hello},
                          {"channel", channel},
                          {"exit", exit_with},
                          {"signal", signal_self},
                          {"burn", burn},
                          {"rest", rest},
                          {"hush", hush},
                          {"move_output", move_output},
                          {"stop", stop_self},
                          {"heap", touch_heap},
                          {"static", touch_static},
                          {"deep", deep},
                          {"flood", flood},
                          {"unseen_cpu", unseen_cpu},
                          {"child_says", child_says},
                          {"fork_bomb", fork_bomb},
                          {"fill", fill_tmp},
                          {"hide", hide},
                          {"share", share},
                          {"take_pipes", take_pipes},
                          {"pass_on", pass_on},
                          {"map_file", map_file},
                          {"uncounted", take_uncounted},
                          {"threads", threads},
                          {"survive", survive},
                          {"mess", make_mess},
                          {"look", look_around},
                          {"leave_traces", leave_traces},
                          {"see_traces", see_traces},
                          {"touch_devices", touch_devices},
                          {"forget_sockets", forget_sockets},
                          {"print", print_file},
                          {"target", print_target},
                          {"create", create_file},
                          {"leave", leave},
                          {"furnish", furnish_folder},
                          {"open_many", open_many},
                          {"environment", print_environment},
                          {"descriptors", count_descriptors},
                          {"attack", attack_init},
                          {"forbidden", try_forbidden},
                          {"copy", copy_input},
                          {"rewrite", rewrite_input},
                          {"old_interface", old_interface}};

}  // namespace

int main(int argc, char** argv) {
  for (const Act& act : k_acts) {
    if (argc > 1 && std::strcmp(argv[1], act.name) == 0) return act.run(argv + 2);
  }
  return 100;
}
