// Which system calls programs may make, and why. Whatever is not named here does not exist for
// them: calls that nobody thought of, those that are newer than this table, and those that have no
// place in a program that reads, computes and writes.
#include "arbiter_box/filter/filter_rules.hpp"

#include <algorithm>
#include <initializer_list>
#include <span>

namespace arbiter::arbiter_box {
namespace {

struct Call {
  const char* name;
  unsigned number;
};
using Calls = std::span<const Call>;

#define CALL(name)    \
  Call {              \
#name, SYS_##name \
  }

// Memory of the process itself. What a page holds stays its own: no process_madvise, no pages
// given away (vmsplice), none hidden (memfd_secret), no chosen node.
constexpr Call k_memory[] = {
    CALL(brk),        CALL(munmap),     CALL(mprotect),  CALL(mremap),        CALL(mincore),
    CALL(mlock),      CALL(mlock2),     CALL(munlock),   CALL(mlockall),      CALL(munlockall),
    CALL(membarrier), CALL(pkey_alloc), CALL(pkey_free), CALL(pkey_mprotect), CALL(get_mempolicy)};

// Reading and writing through descriptors, and being told when that is possible. Nothing that moves
// bytes past the count of what was written, by which games are limited (splice, tee), nothing that
// tells what is in the machine's memory (preadv2 with a flag, cachestat).
constexpr Call k_streams[] = {
    CALL(read),      CALL(write),       CALL(readv),           CALL(writev),
    CALL(pread64),   CALL(pwrite64),    CALL(preadv),          CALL(pwritev),
    CALL(pwritev2),  CALL(lseek),       CALL(close),           CALL(close_range),
    CALL(dup),       CALL(dup3),        CALL(pipe2),           CALL(sendfile),
    CALL(pselect6),  CALL(ppoll),       CALL(copy_file_range), CALL(epoll_create1),
    CALL(epoll_ctl), CALL(epoll_pwait), CALL(eventfd2),        CALL(epoll_pwait2),
    CALL(signalfd4), CALL(fadvise64),   CALL(readahead)};

// Files by their names, of which only those in the three folders can be written. No watching
// (inotify, fanotify), no handles, nothing that a filter cannot look into (openat2).
constexpr Call k_files[] = {
    CALL(fstat),      CALL(newfstatat), CALL(statx),      CALL(faccessat), CALL(faccessat2),
    CALL(readlinkat), CALL(getdents64), CALL(getcwd),     CALL(chdir),     CALL(fchdir),
    CALL(mkdirat),    CALL(unlinkat),   CALL(renameat2),  CALL(linkat),    CALL(symlinkat),
    CALL(mknodat),    CALL(fchmod),     CALL(fchmodat),   CALL(fchown),    CALL(fchownat),
    CALL(utimensat),  CALL(umask),      CALL(truncate),   CALL(ftruncate), CALL(fallocate),
    CALL(statfs),     CALL(fstatfs),    CALL(getxattr),   CALL(lgetxattr), CALL(fgetxattr),
    CALL(listxattr),  CALL(llistxattr), CALL(flistxattr), CALL(renameat)};

// Processes, which are counted and all killed in the end, and their threads.
constexpr Call k_processes[] = {CALL(execve),  CALL(execveat), CALL(exit),       CALL(exit_group),
                                CALL(wait4),   CALL(waitid),   CALL(pidfd_open), CALL(getpid),
                                CALL(getppid), CALL(getpgid),  CALL(setpgid),    CALL(getsid),
                                CALL(setsid)};
constexpr Call k_threads[] = {CALL(gettid),          CALL(set_tid_address), CALL(set_robust_list),
                              CALL(get_robust_list), CALL(futex),           CALL(rseq)};

// Signals, which reach the box alone.
constexpr Call k_signals[] = {
    CALL(kill),          CALL(tkill),           CALL(tgkill),          CALL(pidfd_send_signal),
    CALL(rt_sigaction),  CALL(rt_sigprocmask),  CALL(rt_sigreturn),    CALL(rt_sigpending),
    CALL(rt_sigsuspend), CALL(rt_sigtimedwait), CALL(rt_sigqueueinfo), CALL(rt_tgsigqueueinfo),
    CALL(sigaltstack),   CALL(restart_syscall)};

// Who a process is, which cannot grow.
constexpr Call k_identity[] = {CALL(getuid),    CALL(geteuid),   CALL(getgid),    CALL(getegid),
                               CALL(getresuid), CALL(getresgid), CALL(getgroups), CALL(setuid),
                               CALL(setgid),    CALL(setreuid),  CALL(setregid),  CALL(setresuid),
                               CALL(setresgid), CALL(setfsuid),  CALL(setfsgid),  CALL(setgroups),
                               CALL(capget),    CALL(capset)};

// Limits, which can be lowered only, and scheduling as far as it concerns the process alone.
constexpr Call k_limits[] = {CALL(getrlimit),   CALL(setrlimit),  CALL(getrusage), CALL(times),
                             CALL(getpriority), CALL(ioprio_get), CALL(getcpu)};
constexpr Call k_scheduling[] = {
    CALL(sched_yield),           CALL(sched_getaffinity),      CALL(sched_getparam),
    CALL(sched_setparam),        CALL(sched_getscheduler),     CALL(sched_getattr),
    CALL(sched_rr_get_interval), CALL(sched_get_priority_max), CALL(sched_get_priority_min)};

// The clock, timers of the process, randomness, and what the machine is called.
constexpr Call k_clock[] = {
    CALL(clock_gettime),  CALL(clock_getres),    CALL(clock_nanosleep),  CALL(nanosleep),
    CALL(gettimeofday),   CALL(getitimer),       CALL(setitimer),        CALL(timer_create),
    CALL(timer_settime),  CALL(timer_gettime),   CALL(timer_getoverrun), CALL(timer_delete),
    CALL(timerfd_create), CALL(timerfd_settime), CALL(timerfd_gettime),  CALL(getrandom),
    CALL(uname),          CALL(sysinfo)};

// Pairs of sockets, between processes of the box. Descriptors cannot be sent through them: those in
// flight count for a whole user of the host, other boxes and the judge included.
constexpr Call k_sockets[] = {CALL(sendto),      CALL(recvfrom),  CALL(recvmsg),
                              CALL(recvmmsg),    CALL(shutdown),  CALL(getsockname),
                              CALL(getpeername), CALL(getsockopt)};

// The older names of what stands above, which x86-64 has kept.
#if defined(__x86_64__)
constexpr Call k_older[] = {
    CALL(stat),     CALL(lstat),    CALL(access),    CALL(poll),         CALL(select),
    CALL(dup2),     CALL(pipe),     CALL(pause),     CALL(alarm),        CALL(time),
    CALL(fork),     CALL(vfork),    CALL(getpgrp),   CALL(getdents),     CALL(mkdir),
    CALL(rmdir),    CALL(unlink),   CALL(rename),    CALL(link),         CALL(symlink),
    CALL(readlink), CALL(mknod),    CALL(chmod),     CALL(chown),        CALL(lchown),
    CALL(utime),    CALL(utimes),   CALL(futimesat), CALL(epoll_create), CALL(epoll_wait),
    CALL(eventfd),  CALL(signalfd), CALL(arch_prctl)};
#else
constexpr Calls k_older;
#endif

// Programs expect to be told that they may not, rather than that there is no such call.
// First: other namespaces, roots and mounts.
constexpr Call k_worlds[] = {CALL(unshare),    CALL(setns),     CALL(pivot_root),   CALL(chroot),
                             CALL(move_mount), CALL(open_tree), CALL(fsopen),       CALL(fsconfig),
                             CALL(fsmount),    CALL(fspick),    CALL(mount_setattr)};

// Other processes.
constexpr Call k_other_processes[] = {
    CALL(ptrace), CALL(process_vm_readv), CALL(process_vm_writev), CALL(process_madvise),
    CALL(kcmp),   CALL(pidfd_getfd),      CALL(sendmmsg)};

// Parts of the kernel that have been broken before.
constexpr Call k_fragile[] = {CALL(bpf), CALL(perf_event_open), CALL(userfaultfd),
                              CALL(fanotify_init), CALL(fanotify_mark)};

// What outlives its makers: keys, message queues, semaphores, shared memory.
constexpr Call k_lasting[] = {CALL(add_key),         CALL(request_key), CALL(keyctl),
                              CALL(shmget),          CALL(shmat),       CALL(shmctl),
                              CALL(shmdt),           CALL(semget),      CALL(semop),
                              CALL(semctl),          CALL(semtimedop),  CALL(msgget),
                              CALL(msgsnd),          CALL(msgrcv),      CALL(msgctl),
                              CALL(mq_open),         CALL(mq_unlink),   CALL(mq_timedsend),
                              CALL(mq_timedreceive), CALL(mq_notify),   CALL(mq_getsetattr)};

// Talking to anybody.
constexpr Call k_talk[] = {
    CALL(socket), CALL(bind),    CALL(connect),           CALL(listen),
    CALL(accept), CALL(accept4), CALL(open_by_handle_at), CALL(name_to_handle_at)};

// The machine.
constexpr Call k_machine[] = {CALL(kexec_load),    CALL(kexec_file_load),
                              CALL(init_module),   CALL(finit_module),
                              CALL(delete_module), CALL(reboot),
                              CALL(swapon),        CALL(swapoff),
                              CALL(quotactl),      CALL(quotactl_fd),
                              CALL(acct),          CALL(settimeofday),
                              CALL(clock_settime), CALL(clock_adjtime),
                              CALL(adjtimex),      CALL(syslog),
                              CALL(vhangup),       CALL(mbind),
                              CALL(set_mempolicy), CALL(migrate_pages),
                              CALL(move_pages),    CALL(sched_setaffinity),
                              CALL(sched_setattr), CALL(ioprio_set),
                              CALL(sethostname),   CALL(setdomainname)};

#if defined(__x86_64__)
constexpr Call k_ports[] = {CALL(iopl), CALL(ioperm)};
#else
constexpr Calls k_ports;
#endif

// Marks on files that survive truncation and cannot be seen in a listing.
constexpr Call k_marks[] = {CALL(setxattr),    CALL(lsetxattr),    CALL(fsetxattr),
                            CALL(removexattr), CALL(lremovexattr), CALL(fremovexattr)};

// Nothing in a box outlives it, and writing the host's disks out would be felt by everybody.
constexpr Call k_pretended[] = {CALL(sync), CALL(syncfs), CALL(fsync), CALL(fdatasync),
                                CALL(sync_file_range)};

// From linux/prctl.h, of which older ones lack some.
constexpr std::uint32_t k_own_state[] = {
    PR_SET_PDEATHSIG, PR_GET_PDEATHSIG, PR_GET_DUMPABLE, PR_SET_DUMPABLE, PR_GET_KEEPCAPS,
    PR_SET_KEEPCAPS, PR_SET_NAME, PR_GET_NAME, PR_GET_SECCOMP, PR_CAPBSET_READ, PR_GET_TSC,
    PR_SET_TSC, PR_GET_SECUREBITS, PR_SET_SECUREBITS, PR_SET_TIMERSLACK, PR_GET_TIMERSLACK,
    PR_MCE_KILL_GET, PR_SET_CHILD_SUBREAPER, PR_GET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS,
    PR_GET_NO_NEW_PRIVS, PR_GET_TID_ADDRESS, PR_SET_THP_DISABLE, PR_GET_THP_DISABLE,
    PR_GET_SPECULATION_CTRL,
    // Vectors and pointers of aarch64.
    50, 51, 54, 55, 56, 63, 64,
    // The names of mappings, which allocators and runtimes give.
    0x53564d41};

constexpr std::uint32_t k_file_commands[] = {F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_SETOWN,
                                             F_GETOWN,
                                             // F_SETSIG and F_GETSIG.
                                             10, 11, F_DUPFD_CLOEXEC,
                                             // F_GETPIPE_SZ, F_ADD_SEALS and F_GET_SEALS.
                                             1032, 1033, 1034};
// POSIX locks and those of open files, leases; pipes larger than others', of which a user of the
// host has so many only.
constexpr std::uint32_t k_shared_commands[] = {F_GETLK, F_SETLK, F_SETLKW, 36, 37, 38};
constexpr std::uint32_t k_denied_commands[] = {1024 /* F_SETLEASE */, 1031 /* F_SETPIPE_SZ */};

constexpr std::uint32_t k_device_commands[] = {
    TCGETS, 0x802c542a /* TCGETS2 */, TIOCGWINSZ, TIOCGPGRP, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX};

std::vector<Look> looks(unsigned argument, std::span<const std::uint32_t> values, Answer then) {
  std::vector<Look> all;
  for (const std::uint32_t value : values)
    all.push_back({argument, Look::At::equals, value, then});
  return all;
}

std::vector<Look> joined(std::initializer_list<std::vector<Look>> parts) {
  std::vector<Look> all;
  for (const std::vector<Look>& part : parts)
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

Rule only_if(Call call, unsigned argument, std::uint32_t value, Answer otherwise) {
  return {call.name, call.number, otherwise, {{argument, Look::At::equals, value, k_allow}}};
}

Rule unless_bits(Call call, unsigned argument, std::uint32_t bits, Answer then) {
  return {call.name, call.number, k_allow, {{argument, Look::At::has_any_bit, bits, then}}};
}

void add_looked_into(std::vector<Rule>& all) {
  constexpr std::uint32_t k_namespaces = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                                         CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWCGROUP;
  all.push_back(unless_bits(CALL(clone), 0, k_namespaces, refuse(EPERM)));
  all.push_back(only_if(CALL(prlimit64), 0, 0, refuse(EPERM)));
  // Asking for the persona is allowed.
  all.push_back(only_if(CALL(personality), 0, 0xffffffff, refuse(EPERM)));
  all.push_back(only_if(CALL(sched_setscheduler), 1, SCHED_OTHER, refuse(EPERM)));
  all.push_back(only_if(CALL(socketpair), 0, AF_UNIX, refuse(EAFNOSUPPORT)));
  // Only a process's own priority: the judge's init has the same user.
  all.push_back(
      {"setpriority",
       SYS_setpriority,
       refuse(EPERM),
       {{0, Look::At::has_any_bit, 0xffffffff, refuse(EPERM)}, {1, Look::At::equals, 0, k_allow}}});
  // Files without a name take the number of an inode without changing a folder.
  constexpr std::uint32_t k_nameless = O_TMPFILE & ~O_DIRECTORY;
  all.push_back(unless_bits(CALL(openat), 2, k_nameless, refuse(EOPNOTSUPP)));
#if defined(__x86_64__)
  all.push_back(unless_bits(CALL(open), 1, k_nameless, refuse(EOPNOTSUPP)));
  all.push_back({"creat", SYS_creat});
#endif
  // Asking for it checks the addresses; writing out is only pretended.
  all.push_back(unless_bits(CALL(msync), 2, MS_SYNC, k_pretend));
  // Pages shared between processes that have nothing else in common would tell that they are alike.
  all.push_back({"madvise",
                 SYS_madvise,
                 k_allow,
                 {{2, Look::At::equals, MADV_MERGEABLE, refuse(EINVAL)},
                  {2, Look::At::equals, MADV_HWPOISON, refuse(EPERM)}}});
  all.push_back({"prctl", SYS_prctl, refuse(EINVAL), looks(0, k_own_state, k_allow)});
  all.push_back({"ioctl", SYS_ioctl, refuse(ENOTTY),
                 joined({looks(1, k_device_commands, k_allow),
                         {{1, Look::At::equals, FS_IOC_SETFLAGS, refuse(EPERM)},
                          {1, Look::At::equals, FS_IOC_FSSETXATTR, refuse(EPERM)}}})});
}

void add_of_kind(std::vector<Rule>& all, const FilterKind& kind) {
  // Compilers and packers lock their caches. A submission would lock files of the host.
  const Answer locks = kind.is_toolchain ? k_allow : refuse(EPERM);
  all.push_back({"flock", SYS_flock, locks});
  all.push_back({"fcntl", SYS_fcntl, refuse(EINVAL),
                 joined({looks(1, k_file_commands, k_allow), looks(1, k_shared_commands, locks),
                         looks(1, k_denied_commands, refuse(EPERM))})});
  // Memory that belongs to no process: files without a place, shared pages, which stay when a
  // process has given them back, and buffers as large as the machine allows, which may be gigabytes
  // for a few hundred of them.
  const Answer uncounted = kind.counts_all ? k_allow : refuse(EPERM);
  all.push_back({"memfd_create", SYS_memfd_create, uncounted});
  constexpr std::uint32_t k_shared = MAP_SHARED | MAP_ANONYMOUS;
  all.push_back({"mmap",
                 SYS_mmap,
                 k_allow,
                 {{3, Look::At::equals, k_shared, uncounted, k_shared | MAP_PRIVATE}}});
  all.push_back(
      {"setsockopt",
       SYS_setsockopt,
       k_allow,
       {{2, Look::At::equals, SO_SNDBUF, uncounted}, {2, Look::At::equals, SO_RCVBUF, uncounted}}});
}

// Under the same filter as its programs init places files, mounts folders and answers the runner.
void add_of_init(std::vector<Rule>& all) {
  all.push_back({"mount", SYS_mount, refuse(EPERM), {}, true});
  all.push_back({"umount2", SYS_umount2, refuse(EPERM), {}, true});
  all.push_back({"sendmsg", SYS_sendmsg, refuse(EPERM), {}, true});
  all.push_back({"openat2", SYS_openat2, k_absent, {}, true});
}

}  // namespace

std::vector<Rule> rules_for(const FilterKind& kind) {
  std::vector<Rule> all;
  const auto add = [&](Answer answer, std::initializer_list<Calls> groups) {
    for (const Calls& group : groups) {
      for (const Call& call : group)
        all.push_back({call.name, call.number, answer});
    }
  };
  add(k_allow, {k_memory, k_streams, k_files, k_processes, k_threads, k_signals, k_identity,
                k_limits, k_scheduling, k_clock, k_sockets, k_older});
  add(refuse(EPERM),
      {k_worlds, k_other_processes, k_fragile, k_lasting, k_talk, k_machine, k_ports});
  add(refuse(EOPNOTSUPP), {k_marks});
  add(k_pretend, {k_pretended});
  add_looked_into(all);
  add_of_kind(all, kind);
  add_of_init(all);
  std::ranges::sort(all, {}, &Rule::number);
  return all;
}

}  // namespace arbiter::arbiter_box
