#include "arbiter_box/filter/filter.hpp"

#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace arbiter::arbiter_box {
namespace {

#include "filters.inc"

}  // namespace

std::span<const sock_filter> compiled_filter(box_protocol::Policy policy, bool counts_all) {
  using Program = std::span<const sock_filter>;
  if (policy == box_protocol::Policy::toolchain) {
    return counts_all ? Program(k_toolchain) : Program(k_toolchain_uncounted);
  }
  return counts_all ? Program(k_programs) : Program(k_programs_uncounted);
}

Result<void> install_filter(box_protocol::Policy policy, bool counts_all, std::uint64_t pass) {
  const std::span<const sock_filter> chosen = compiled_filter(policy, counts_all);
  std::array<sock_filter, 1024> program{};
  static_assert(std::max({k_toolchain.size(), k_toolchain_uncounted.size(), k_programs.size(),
                          k_programs_uncounted.size()}) <= program.size());
  std::copy(chosen.begin(), chosen.end(), program.begin());
  for (sock_filter& one : program) {
    if (one.k == low_half(k_pass_placeholder)) one.k = low_half(pass);
    if (one.k == high_half(k_pass_placeholder)) one.k = high_half(pass);
  }
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    return system_error("cannot give up new privileges", errno);
  }
  const sock_fprog whole{static_cast<std::uint16_t>(chosen.size()), program.data()};
  if (::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &whole) !=
      0) {
    return system_error("cannot install the system-call filter", errno);
  }
  return {};
}

}  // namespace arbiter::arbiter_box
