#pragma once

#include <cstdint>

#include "base/result.hpp"
#include "box_protocol/message.hpp"

namespace arbiter::arbiter_box {

/// Stands in the compiled filters where the pass of a box will be.
constexpr std::uint64_t k_pass_placeholder = 0x5a17c3d29e4b6f81;

constexpr std::uint32_t low_half(std::uint64_t value) {
  return static_cast<std::uint32_t>(value);
}
constexpr std::uint32_t high_half(std::uint64_t value) {
  return static_cast<std::uint32_t>(value >> 32);
}

/// Installs a filter in this thread for good, for all that it starts. init's own clone passes
/// the filters that refuse processes by the value `pass` in the argument that is unused without
/// CLONE_SETTLS.
Result<void> install_filter(box_protocol::Policy policy, bool allow_processes, bool counts_all,
                            std::uint64_t pass);

}  // namespace arbiter::arbiter_box
