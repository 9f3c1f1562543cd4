// Compiles the system-call filters while Arbiter is built, and prints them as rows for filter.cpp:
// libseccomp takes half a millisecond and much memory for what is the same in every box but for
// one number.
#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

#include "arbiter_box/filter.hpp"
#include "base/unique_fd.hpp"

namespace arbiter::arbiter_box {
namespace {

using Program = std::vector<sock_filter>;

struct FilterRules {
  const char* name = "";
  bool is_toolchain = false;
  bool counts_all = true;  // false: memory that no process maps must not be had
};

constexpr std::array k_filters = {
    FilterRules{"k_processes", false, true}, FilterRules{"k_processes_uncounted", false, false},
    FilterRules{"k_toolchain", true, true}, FilterRules{"k_toolchain_uncounted", true, false}};

using Context = std::unique_ptr<void, void (*)(scmp_filter_ctx)>;

// Refused with EPERM whatever their arguments. Names that libseccomp does not know for this
// machine are skipped: then the kernel does not have them either, or they have no number yet.
constexpr std::array k_denied = {
    "unshare", "setns", "umount", "pivot_root", "chroot", "move_mount", "open_tree", "fsopen",
    "fsconfig", "fsmount", "fspick", "mount_setattr", "ptrace", "process_vm_readv",
    "process_vm_writev", "process_madvise", "kcmp", "pidfd_getfd", "bpf", "perf_event_open",
    "userfaultfd", "add_key", "request_key", "keyctl",
    // System V and POSIX message queues, semaphores, shared memory: they outlive their makers.
    "shmget", "shmat", "shmctl", "shmdt", "semget", "semop", "semctl", "semtimedop", "msgget",
    "msgsnd", "msgrcv", "msgctl", "mq_open", "mq_unlink", "mq_timedsend", "mq_timedreceive",
    "mq_notify", "mq_getsetattr", "socket", "bind", "connect", "listen", "accept", "accept4",
    "open_by_handle_at", "name_to_handle_at", "fanotify_init", "fanotify_mark", "kexec_load",
    "kexec_file_load", "init_module", "finit_module", "delete_module", "reboot", "swapon",
    "swapoff", "quotactl", "quotactl_fd", "acct", "settimeofday", "clock_settime", "clock_adjtime",
    "adjtimex", "syslog", "vhangup", "lookup_dcookie", "mbind", "set_mempolicy", "migrate_pages",
    "move_pages", "sched_setaffinity", "sched_setattr", "ioprio_set", "sethostname",
    "setdomainname", "iopl", "ioperm",
    // Pages that belong to nobody: they would count for less than they hold, or not at all.
    "vmsplice", "memfd_secret"};

// Not there at all, so that a libc falls back to what the filter can look into.
constexpr std::array k_absent = {"clone3", "io_uring_setup", "io_uring_enter", "io_uring_register",
                                 "landlock_create_ruleset"};

// Marks on files that survive truncation and cannot be seen in a listing.
constexpr std::array k_marks = {"setxattr", "lsetxattr", "fsetxattr"};

constexpr std::array k_namespace_flags = {CLONE_NEWNS,  CLONE_NEWUTS, CLONE_NEWIPC,   CLONE_NEWUSER,
                                          CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWCGROUP};

// The kernel ignores the upper half of these arguments, so the filter must too.
constexpr std::uint64_t k_low_half = 0xffffffff;

class Builder {
 public:
  explicit Builder(scmp_filter_ctx context) : context_(context) {}

  void deny(const char* name, int error) {
    const int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR || number < 0) return;
    add(number, error, {});
  }
  void deny_if(int number, int error, std::initializer_list<scmp_arg_cmp> when) {
    add(number, error, when);
  }
  [[nodiscard]] int problem() const { return problem_; }

 private:
  void add(int number, int error, std::initializer_list<scmp_arg_cmp> when) {
    const int code =
        seccomp_rule_add_array(context_, SCMP_ACT_ERRNO(static_cast<std::uint16_t>(error)), number,
                               static_cast<unsigned>(when.size()), when.begin());
    if (code < 0 && problem_ == 0) problem_ = -code;
  }

  scmp_filter_ctx context_;
  int problem_ = 0;
};

scmp_arg_cmp argument(unsigned index, scmp_compare how, std::uint64_t a, std::uint64_t b = 0) {
  return scmp_arg_cmp{index, how, a, b};
}

// What init does to renew the scratch space. No call has as many arguments, so the last register is
// free for the pass.
void deny_mounting(Builder& builder) {
  for (const int number : {SCMP_SYS(mount), SCMP_SYS(umount2)}) {
    builder.deny_if(number, EPERM, {argument(5, SCMP_CMP_NE, k_pass_placeholder)});
  }
}

// Takes a number for an inode without changing the folder, so that nobody sees that it is gone.
void deny_nameless_files(Builder& builder) {
  constexpr std::uint64_t k_flag = O_TMPFILE & ~O_DIRECTORY;
  builder.deny_if(SCMP_SYS(openat), EOPNOTSUPP, {argument(2, SCMP_CMP_MASKED_EQ, k_flag, k_flag)});
#if defined(SYS_open)
  builder.deny_if(SCMP_SYS(open), EOPNOTSUPP, {argument(1, SCMP_CMP_MASKED_EQ, k_flag, k_flag)});
#endif
}

void deny_by_argument(Builder& builder) {
  for (const int flag : k_namespace_flags) {
    const auto bit = static_cast<std::uint64_t>(flag);
    builder.deny_if(SCMP_SYS(clone), EPERM, {argument(0, SCMP_CMP_MASKED_EQ, bit, bit)});
  }
  builder.deny_if(SCMP_SYS(prlimit64), EPERM, {argument(0, SCMP_CMP_NE, 0)});
  // Asking for the persona is allowed.
  builder.deny_if(SCMP_SYS(personality), EPERM, {argument(0, SCMP_CMP_NE, 0xffffffff)});
  builder.deny_if(SCMP_SYS(sched_setscheduler), EPERM, {argument(1, SCMP_CMP_NE, SCHED_OTHER)});
  // Only a process's own priority: the judge's init has the same user.
  builder.deny_if(SCMP_SYS(setpriority), EPERM, {argument(0, SCMP_CMP_NE, 0)});
  builder.deny_if(SCMP_SYS(setpriority), EPERM, {argument(1, SCMP_CMP_NE, 0)});
  builder.deny_if(SCMP_SYS(ioctl), EPERM,
                  {argument(1, SCMP_CMP_MASKED_EQ, k_low_half, FS_IOC_SETFLAGS)});
  builder.deny_if(SCMP_SYS(ioctl), EPERM,
                  {argument(1, SCMP_CMP_MASKED_EQ, k_low_half, FS_IOC_FSSETXATTR)});
}

void deny_locks(Builder& builder) {
  builder.deny("flock", EPERM);
  // POSIX locks, locks of open files, leases.
  constexpr std::array<std::uint64_t, 5> k_commands = {6, 7, 37, 38, 1024};
  for (const std::uint64_t command : k_commands) {
    builder.deny_if(SCMP_SYS(fcntl), EPERM, {argument(1, SCMP_CMP_MASKED_EQ, k_low_half, command)});
  }
}

// Calls that came after the library have no name that could be denied, and some undo what is
// denied under an older name. Programs cannot rely on them yet and fall back. Calls of other
// interfaces are left to the rest of the filter.
Program without_new_calls(const Program& rest) {
  constexpr std::uint32_t k_first_new = 451;
  constexpr std::uint32_t k_first_x32 = 0x40000000;
  Program all{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
              BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ::seccomp_arch_native(), 0, 4),
              BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
              BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, k_first_x32, 2, 0),
              BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, k_first_new, 0, 1),
              BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS)};
  all.insert(all.end(), rest.begin(), rest.end());
  return all;
}

// Memory that belongs to no process: files without a place, shared pages, which stay when a process
// has given them back, and buffers as large as the machine allows, which may be gigabytes for a few
// hundred of them.
void deny_uncounted_memory(Builder& builder) {
  builder.deny("memfd_create", EPERM);
  const auto shared = static_cast<std::uint64_t>(MAP_SHARED) | MAP_ANONYMOUS;
  const auto kind = shared | MAP_PRIVATE;
  builder.deny_if(SCMP_SYS(mmap), EPERM, {argument(3, SCMP_CMP_MASKED_EQ, kind, shared)});
  constexpr std::uint64_t k_set_pipe_size = 1031;
  builder.deny_if(SCMP_SYS(fcntl), EPERM,
                  {argument(1, SCMP_CMP_MASKED_EQ, k_low_half, k_set_pipe_size)});
  builder.deny_if(SCMP_SYS(setsockopt), EPERM,
                  {argument(1, SCMP_CMP_MASKED_EQ, k_low_half, SOL_SOCKET),
                   argument(2, SCMP_CMP_MASKED_EQ, k_low_half, SO_SNDBUF)});
}

Result<Program> export_program(scmp_filter_ctx context) {
  const UniqueFd file(::memfd_create("filter", MFD_CLOEXEC));
  if (!file) return system_error("cannot make a file in memory", errno);
  if (const int code = seccomp_export_bpf(context, file.get()); code < 0) {
    return system_error("cannot compile the system-call filter", -code);
  }
  const off_t size = ::lseek(file.get(), 0, SEEK_END);
  if (size <= 0) return system_error("cannot read the system-call filter", errno);
  Program program(static_cast<std::size_t>(size) / sizeof(sock_filter));
  if (::pread(file.get(), program.data(), static_cast<std::size_t>(size), 0) != size) {
    return system_error("cannot read the system-call filter", errno);
  }
  return program;
}

Result<Program> compile(const FilterRules& rules) {
  const Context context(seccomp_init(SCMP_ACT_ALLOW), seccomp_release);
  if (!context) return Error{ErrorKind::judge, "cannot begin a system-call filter", {}, {}};
  seccomp_attr_set(context.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  seccomp_attr_set(context.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2);
  Builder builder(context.get());
  for (const char* name : k_denied) {
    builder.deny(name, EPERM);
  }
  for (const char* name : k_absent) {
    builder.deny(name, ENOSYS);
  }
  for (const char* name : k_marks) {
    builder.deny(name, EOPNOTSUPP);
  }
  deny_by_argument(builder);
  deny_mounting(builder);
  deny_nameless_files(builder);
  if (!rules.is_toolchain) deny_locks(builder);
  if (!rules.counts_all) deny_uncounted_memory(builder);
  if (builder.problem() != 0) {
    return system_error("cannot make the system-call filter", builder.problem());
  }
  ARBITER_TRY(program, export_program(context.get()));
  return without_new_calls(program);
}

// A half that the compiler folded away could not be replaced.
bool has_pass(const Program& program) {
  const auto has = [&](std::uint32_t half) {
    return std::ranges::any_of(program, [half](const sock_filter& one) { return one.k == half; });
  };
  return has(low_half(k_pass_placeholder)) && has(high_half(k_pass_placeholder));
}

Result<void> print(const FilterRules& rules) {
  ARBITER_TRY(program, compile(rules));
  if (!has_pass(program)) {
    return Error{ErrorKind::judge, "the filter's pass cannot be replaced", {}, {}};
  }
  fmt::print("constexpr std::array<sock_filter, {}> {}{{{{\n", program.size(), rules.name);
  for (const sock_filter& one : program) {
    fmt::print("    {{{}, {}, {}, {:#x}}},\n", one.code, one.jt, one.jf, one.k);
  }
  fmt::print("}}}};\n");
  return {};
}

}  // namespace
}  // namespace arbiter::arbiter_box

int main() {
  using namespace arbiter::arbiter_box;
  for (const FilterRules& rules : k_filters) {
    if (const auto done = print(rules); !done) {
      fmt::print(stderr, "{}\n", done.error().text());
      return 1;
    }
  }
  return 0;
}
