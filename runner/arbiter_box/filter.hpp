#pragma once

#include <linux/filter.h>

#include <array>
#include <cstdint>

#include "base/result.hpp"
#include "box_protocol/message.hpp"

namespace arbiter::arbiter_box {

/// A system-call filter ready for the kernel, without pointers: it can lie in shared memory.
struct Filter {
  std::array<sock_filter, 1024> program{};
  std::uint16_t size = 0;
};

/// What decides the filter.
struct FilterRules {
  box_protocol::Policy policy = box_protocol::Policy::submission;
  bool allow_processes = false;
  bool counts_all = true;  ///< false: memory that no process maps must not be had
  /// init's own clone passes by this value in the argument that is unused without CLONE_SETTLS.
  std::uint64_t pass = 0;
};

/// Compiles the deny list. Slow (a millisecond), allocates much: never called by init.
Result<void> build_filter(const FilterRules& rules, Filter& into);

/// Installs it in this thread for good, for all that it starts.
Result<void> install_filter(const Filter& filter);

}  // namespace arbiter::arbiter_box
