#include "arbiter_box/filter/filter.hpp"

#include <gtest/gtest.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <map>
#include <string>

#include "arbiter_box/filter/filter_rules.hpp"
#include "base/file.hpp"

namespace arbiter::arbiter_box {
namespace {

using box_protocol::Policy;

// As the kernel runs it; all calls here are made by programs of this machine.
Answer ask(std::span<const sock_filter> program, const seccomp_data& data) {
  std::uint32_t held = 0;
  for (std::size_t at = 0; at < program.size(); ++at) {
    const sock_filter& one = program[at];
    const bool jumps = BPF_CLASS(one.code) == BPF_JMP;
    if (one.code == (BPF_RET | BPF_K)) return one.k;
    if (one.code == (BPF_LD | BPF_W | BPF_ABS)) {
      std::memcpy(&held, reinterpret_cast<const char*>(&data) + one.k, sizeof held);
    } else if (one.code == (BPF_ALU | BPF_AND | BPF_K)) {
      held &= one.k;
    } else if (jumps && BPF_OP(one.code) == BPF_JA) {
      at += one.k;
    } else if (jumps) {
      const bool fits = BPF_OP(one.code) == BPF_JEQ   ? held == one.k
                        : BPF_OP(one.code) == BPF_JGE ? held >= one.k
                                                      : (held & one.k) != 0;
      at += fits ? one.jt : one.jf;
    } else {
      ADD_FAILURE() << "an instruction that nobody writes: " << one.code;
      return 0;
    }
  }
  ADD_FAILURE() << "the filter does not decide";
  return 0;
}

seccomp_data call(long number, std::initializer_list<std::uint64_t> arguments = {}) {
  seccomp_data data{};
#if defined(__x86_64__)
  data.arch = AUDIT_ARCH_X86_64;
#else
  data.arch = AUDIT_ARCH_AARCH64;
#endif
  data.nr = static_cast<int>(number);
  std::size_t at = 0;
  for (const std::uint64_t argument : arguments)
    data.args[at++] = argument;
  return data;
}

Answer programs(const seccomp_data& data) {
  return ask(compiled_filter(Policy::submission, true), data);
}

std::string word(Answer answer) {
  if (answer == k_allow) return "allowed";
  if (answer == k_pretend) return "pretended";
  const auto error = static_cast<int>(answer & SECCOMP_RET_DATA);
  return ::strerrorname_np(error);
}

// What is not in the file gives ENOSYS.
TEST(filter, IsAsTheListSays) {
#if !defined(__x86_64__)
  GTEST_SKIP() << "the list has the numbers of x86-64";
#endif
  std::map<unsigned, std::string> names;
  for (const Rule& rule : rules_for({"", false, false}))
    names[rule.number] = rule.name;
  std::string all =
      "# number, name, and what a submission gets: counted, not counted; a compiler: "
      "counted, not counted.\n# All arguments are 0. Every other call gives ENOSYS.\n";
  for (unsigned number = 0; number < 600; ++number) {
    std::string line;
    for (const Policy policy : {Policy::submission, Policy::toolchain}) {
      for (const bool counts_all : {true, false})
        line += " " + word(ask(compiled_filter(policy, counts_all), call(number)));
    }
    if (line == " ENOSYS ENOSYS ENOSYS ENOSYS") continue;
    all += std::to_string(number) + " " + names[number] + line + "\n";
  }
  const auto golden = read_file(ARBITER_SOURCE_DIR "/runner/arbiter_box/testdata/filter.txt");
  ASSERT_TRUE(golden) << golden.error().text();
  EXPECT_EQ(all, *golden);
}

TEST(filter, HoldsNoCallTwice) {
  const auto rules = rules_for({});
  for (std::size_t i = 1; i < rules.size(); ++i)
    EXPECT_NE(rules[i].number, rules[i - 1].number) << rules[i].name;
}

TEST(filter, KillsCallsOfOtherMachines) {
  seccomp_data data = call(SYS_getpid);
  data.arch = AUDIT_ARCH_I386;
  EXPECT_EQ(programs(data), SECCOMP_RET_KILL_PROCESS);
  EXPECT_EQ(programs(call(0x40000000 + SYS_getpid)), SECCOMP_RET_KILL_PROCESS);
}

TEST(filter, LetsInitPassByItsNumberAlone) {
  for (const long number : {SYS_mount, SYS_umount2, SYS_sendmsg}) {
    EXPECT_EQ(programs(call(number, {0, 0, 0, 0, 0, k_pass_placeholder})), k_allow);
    EXPECT_EQ(programs(call(number, {0, 0, 0, 0, 0, k_pass_placeholder + 1})), refuse(EPERM));
    EXPECT_EQ(programs(call(number, {0, 0, 0, 0, 0, low_half(k_pass_placeholder)})), refuse(EPERM));
  }
  EXPECT_EQ(programs(call(SYS_openat2, {0, 0, 0, 0, 0, k_pass_placeholder})), k_allow);
  EXPECT_EQ(programs(call(SYS_openat2)), k_absent);
}

TEST(filter, GivesNoMemoryThatNobodyCounts) {
  const std::uint64_t shared = MAP_SHARED | MAP_ANONYMOUS;
  for (const Policy policy : {Policy::submission, Policy::toolchain}) {
    const auto uncounted = compiled_filter(policy, false);
    const auto counted = compiled_filter(policy, true);
    EXPECT_EQ(ask(uncounted, call(SYS_mmap, {0, 0, 0, shared})), refuse(EPERM));
    EXPECT_EQ(ask(counted, call(SYS_mmap, {0, 0, 0, shared})), k_allow);
    EXPECT_EQ(ask(uncounted, call(SYS_mmap, {0, 0, 0, MAP_PRIVATE | MAP_ANONYMOUS})), k_allow);
    EXPECT_EQ(ask(uncounted, call(SYS_mmap, {0, 0, 0, MAP_SHARED})), k_allow);
    EXPECT_EQ(ask(uncounted, call(SYS_setsockopt, {0, SOL_SOCKET, SO_SNDBUF})), refuse(EPERM));
  }
}

TEST(filter, LooksAtArguments) {
  constexpr std::uint64_t k_garbage = std::uint64_t{7} << 32;
  EXPECT_EQ(programs(call(SYS_clone, {SIGCHLD})), k_allow);
  EXPECT_EQ(programs(call(SYS_clone, {CLONE_NEWUSER | SIGCHLD})), refuse(EPERM));
  EXPECT_EQ(programs(call(SYS_socketpair, {AF_UNIX})), k_allow);
  EXPECT_EQ(programs(call(SYS_socketpair, {AF_INET6})), refuse(EAFNOSUPPORT));
  EXPECT_EQ(programs(call(SYS_openat, {0, 0, O_TMPFILE | O_RDWR})), refuse(EOPNOTSUPP));
  EXPECT_EQ(programs(call(SYS_openat, {0, 0, k_garbage | O_DIRECTORY})), k_allow);
  EXPECT_EQ(programs(call(SYS_prlimit64, {1})), refuse(EPERM));
  EXPECT_EQ(programs(call(SYS_prctl, {67 /* PR_SET_MEMORY_MERGE */})), refuse(EINVAL));
  EXPECT_EQ(programs(call(SYS_fcntl, {0, 1026 /* F_NOTIFY */})), refuse(EINVAL));
  EXPECT_EQ(programs(call(SYS_fcntl, {0, k_garbage | F_SETLK})), refuse(EPERM));
  EXPECT_EQ(programs(call(SYS_setpriority, {0, 0, 5})), k_allow);
  EXPECT_EQ(programs(call(SYS_setpriority, {0, 1, 5})), refuse(EPERM));
  EXPECT_EQ(programs(call(SYS_ioctl, {0, FS_IOC_SETFLAGS})), refuse(EPERM));
}

}  // namespace
}  // namespace arbiter::arbiter_box
