#pragma once

#include <linux/filter.h>

#include <cstdint>
#include <span>

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

/// The filter of a box, with the placeholder in it.
std::span<const sock_filter> compiled_filter(box_protocol::Policy policy, bool counts_all);

/// Installs a filter in this thread for good, for all that it starts. What only init may do carries
/// `pass` in an argument that the kernel does not look at.
Result<void> install_filter(box_protocol::Policy policy, bool counts_all, std::uint64_t pass);

}  // namespace arbiter::arbiter_box
