#pragma once

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <cstdint>
#include <vector>

#if !defined(__x86_64__) && !defined(__aarch64__)
#error "nobody has thought through which system calls programs may make on this architecture"
#endif

namespace arbiter::arbiter_box {

/// What becomes of a call: as the kernel's filters return it.
using Answer = std::uint32_t;
constexpr Answer k_allow = SECCOMP_RET_ALLOW;
constexpr Answer refuse(int error) {
  return SECCOMP_RET_ERRNO | static_cast<Answer>(error);
}
/// Not there: a libc or a runtime takes another way.
constexpr Answer k_absent = refuse(ENOSYS);
/// Done, says the filter, and nothing is.
constexpr Answer k_pretend = refuse(0);

/// One look at an argument. The kernel ignores the upper half of all that are looked at.
struct Look {
  enum class At { equals, has_any_bit };
  unsigned argument = 0;
  At how = At::equals;
  std::uint32_t value = 0;
  Answer then = k_absent;
  std::uint32_t of = 0xffffffff;  ///< the bits that are looked at
};

/// A system call: the first look that fits decides, else `otherwise`.
struct Rule {
  const char* name = "";
  unsigned number = 0;
  Answer otherwise = k_allow;
  std::vector<Look> looks = {};
  bool init_may = false;  ///< init, by its pass in the last argument, which no such call has
};

/// What differs from box to box.
struct FilterKind {
  const char* name = "";
  bool is_toolchain = false;
  bool counts_all = true;  ///< false: memory that no process maps must not be had
};

/// Every call that has another answer than k_absent.
std::vector<Rule> rules_for(const FilterKind& kind);

}  // namespace arbiter::arbiter_box
