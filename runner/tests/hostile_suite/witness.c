// Prints all that a program can see of its world, but for what changes from run to run by itself:
// process ids, times, and the state of the machine as a whole.
#include "hostile.h"
#include <sys/personality.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/utsname.h>

extern char **environ;

static int compare(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

// The names in a folder, sorted; few at most, since a wiped one has none.
static int list(const char *path, char **names, int most) {
  DIR *folder = opendir(path);
  int count = 0;
  if (!folder) return -1;
  for (struct dirent *entry; count < most && (entry = readdir(folder));) {
    names[count++] = strdup(entry->d_name);
  }
  closedir(folder);
  qsort(names, (size_t)count, sizeof *names, compare);
  return count;
}

static void describe(const char *path) {
  struct stat info;
  char marks[1024];
  if (lstat(path, &info) != 0) {
    printf("%s: errno %d\n", path, errno);
    return;
  }
  ssize_t marked = llistxattr(path, marks, sizeof marks);
  // Its links are the processes of the whole machine, its times those of the mount.
  if (strcmp(path, "//proc") == 0) info.st_nlink = info.st_mtim.tv_sec = info.st_mtim.tv_nsec = 0;
  printf("%s: mode %o owner %u:%u links %lu size %ld modified %ld.%09ld marks %ld\n", path,
         info.st_mode, info.st_uid, info.st_gid, (unsigned long)info.st_nlink,
         S_ISDIR(info.st_mode) ? 0 : (long)info.st_size,
         (long)info.st_mtim.tv_sec, info.st_mtim.tv_nsec, (long)marked);
}

static void folder(const char *path) {
  char *names[4096];
  char whole[8192];
  int count = list(path, names, 4096);
  describe(path);
  printf("%s has %d entries\n", path, count);
  for (int i = 0; i < count; i++) {
    if (strcmp(names[i], ".") == 0 || strcmp(names[i], "..") == 0) continue;
    snprintf(whole, sizeof whole, "%s/%s", path, names[i]);
    describe(whole);
  }
}

static void space(const char *path) {
  struct statvfs info;
  if (statvfs(path, &info) != 0) return;
  printf("%s: %lu of %lu blocks used, %lu of %lu inodes, flags %lx\n", path,
         info.f_blocks - info.f_bfree, info.f_blocks, info.f_files - info.f_ffree, info.f_files,
         info.f_flag);
}

// Lines that begin with one of the `left_out` words, ended by "", are not shown.
static void file(const char *path, const char *const *left_out) {
  FILE *in = fopen(path, "r");
  char line[4096];
  if (!in) {
    printf("%s: errno %d\n", path, errno);
    return;
  }
  while (fgets(line, sizeof line, in)) {
    int skipped = 0;
    for (const char *const *word = left_out; **word; word++) {
      skipped |= strncmp(line, *word, strlen(*word)) == 0;
    }
    if (!skipped) printf("%s: %s", path, line);
  }
  fclose(in);
}

// The kernel numbers mounts and file systems through the whole machine: the first three words of a
// line are left out.
static void mounts(void) {
  FILE *in = fopen("/proc/self/mountinfo", "r");
  char line[4096];
  int from = 0;
  while (in && fgets(line, sizeof line, in)) {
    sscanf(line, "%*s %*s %*s %n", &from);
    printf("mount: %s", line + from);
  }
  if (in) fclose(in);
}

static void files(void) {
  static const char *const none[] = {""};
  // SigQ: counts the signal of the last child, which init may or may not have taken yet.
  static const char *const changing[] = {"SigQ:", "Pid:", "Tgid:", "Ngid:", "PPid:", "NSpid:", "NStgid:",
                                         "NSpgid:", "NSsid:", "Vm", "Rss", "Huge", "voluntary",
                                         "nonvoluntary", ""};
  static const char *const all[] = {
      "/proc/self/net/unix", "/proc/self/net/tcp", "/proc/self/net/udp", "/proc/self/net/netlink",
      "/proc/self/net/dev", "/proc/self/cgroup", "/proc/self/oom_score_adj", "/proc/self/timers",
      "/proc/self/limits", "/proc/self/coredump_filter",
      "/proc/self/uid_map", "/proc/self/gid_map", "/proc/self/setgroups", "/proc/self/loginuid",
      "/proc/self/comm", "/proc/self/personality", "/etc/passwd", "/etc/group"};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    file(all[i], none);
  }
  file("/proc/self/status", changing);
}

static void processes(void) {
  char *names[4096];
  int count = list("/proc", names, 4096);
  int others = 0;
  for (int i = 0; i < count; i++) {
    int pid = atoi(names[i]);
    others += pid > 0 && pid != getpid();
  }
  printf("other processes in /proc: %d\n", others);
  errno = 0;
  printf("a child to wait for: %d, errno %d\n", waitpid(-1, NULL, WNOHANG), errno);
  errno = 0;
  printf("somebody to signal: %d, errno %d\n", kill(-1, 0), errno);
  printf("leads its session: %d, its group: %d, parent is init: %d\n", getsid(0) == getpid(),
         getpgrp() == getpid(), getppid() == 1);
}

static void descriptors(void) {
  char link[64];
  char target[4096];
  for (int fd = 0; fd < 2048; fd++) {
    int flags = fcntl(fd, F_GETFD);
    if (flags < 0) continue;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t got = readlink(link, target, sizeof target - 1);
    printf("descriptor %d: %.*s, flags %d, %o, at %ld, owner %d, signal %d\n", fd,
           (int)(got < 0 ? 0 : got), target, flags, fcntl(fd, F_GETFL),
           fd == 0 ? (long)lseek(fd, 0, SEEK_CUR) : 0L, fcntl(fd, F_GETOWN), fcntl(fd, F_GETSIG));
  }
}

static void itself(void) {
  sigset_t set;
  struct itimerval timer;
  struct sched_param param;
  struct utsname name;
  cpu_set_t cores;
  char target[4096];
  static const char *const spaces[] = {"user", "pid", "mnt", "net", "ipc", "uts", "cgroup", "time"};
  for (char **one = environ; *one; one++)
    printf("environment: %s\n", *one);
  for (int which = 0; which < 16; which++) {
    struct rlimit limit;
    if (getrlimit(which, &limit) == 0) {
      printf("limit %d: %llx %llx\n", which, (unsigned long long)limit.rlim_cur,
             (unsigned long long)limit.rlim_max);
    }
  }
  for (int number = 1; number < 65; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_DFL) {
      printf("signal %d is not at its default\n", number);
    }
  }
  sigprocmask(SIG_BLOCK, NULL, &set);
  for (int number = 1; number < 65; number++) {
    if (sigismember(&set, number) == 1) printf("signal %d is blocked\n", number);
  }
  sigpending(&set);
  for (int number = 1; number < 65; number++) {
    if (sigismember(&set, number) == 1) printf("signal %d is pending\n", number);
  }
  for (int which = 0; which < 3; which++) {
    getitimer(which, &timer);
    printf("timer %d: %ld\n", which, (long)(timer.it_value.tv_sec + timer.it_value.tv_usec));
  }
  sched_getparam(0, &param);
  sched_getaffinity(0, sizeof cores, &cores);
  printf("folder %s, umask %o, nice %d, policy %d, priority %d, cores %d, io %ld\n",
         getcwd(target, sizeof target), umask(022), getpriority(PRIO_PROCESS, 0),
         sched_getscheduler(0), param.sched_priority, CPU_COUNT(&cores),
         syscall(SYS_ioprio_get, 1, 0));
  uname(&name);
  printf("host %s.%s, persona %x, seccomp %d, new privileges %d, dumpable %d, slack %d, reaper %d\n",
         name.nodename, name.domainname, personality(0xffffffff), prctl(PR_GET_SECCOMP),
         prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0), prctl(PR_GET_DUMPABLE), prctl(PR_GET_TIMERSLACK),
         prctl(PR_GET_CHILD_SUBREAPER, &(int){0}));
  int death = 0;
  prctl(PR_GET_PDEATHSIG, &death);
  printf("death signal %d, huge pages %d, secure bits %d, memory fault policy %d, counter %d\n",
         death, prctl(PR_GET_THP_DISABLE, 0, 0, 0, 0), prctl(PR_GET_SECUREBITS),
         prctl(PR_MCE_KILL_GET, 0, 0, 0, 0), prctl(PR_GET_TSC, &(int){0}));
  for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/ns/%s", spaces[i]);
    ssize_t got = readlink(link, target, sizeof target - 1);
    printf("namespace %.*s\n", (int)(got < 0 ? 0 : got), target);
  }
}

int main(void) {
  static const char *const folders[] = {"/", "/work", "/tmp", "/dev", "/dev/shm", "/program", "/etc"};
  // First, since printing may open descriptors and change what is asked for.
  descriptors();
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    folder(folders[i]);
    space(folders[i]);
  }
  mounts();
  files();
  processes();
  itself();
  puts("end of the world");
  return fflush(stdout) != 0;
}
