#pragma once

#include <sys/types.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "box_protocol/message.hpp"

namespace arbiter::arbiter_box {

/// All that is needed between clone and execve, made before it: the child shares init's memory
/// and may only make system calls.
struct Launch {
  char* const* argv = nullptr;
  char* const* environment = nullptr;
  std::array<int, 3> descriptors{};  ///< become 0, 1, 2; none of them is 0, 1 or 2
  std::array<int, box_protocol::k_most_channels> channels{};  ///< become 3, 4, …
  std::size_t channel_count = 0;
  std::uint64_t descriptor_limit = 0;
  std::uint64_t file_limit = 0;
  std::uint64_t stack_limit = 0;
  std::uint64_t process_limit = 0;  ///< 0 is none
  std::uint64_t data_limit = 0;     ///< 0 is none
  int init_score = -1;  ///< init's oom_score_adj, which the child sets to 0; -1: it does not
  int error = 0;        ///< errno of what failed, written by the child
  const char* failed = nullptr;  ///< the limit that could not be set; null: it was another call
};

/// Starts the program; returns when it has been executed or has failed (`error` is set then, and
/// the child is to be reaped all the same). -1: there is no child, `error` says why.
pid_t launch(Launch& plan);

}  // namespace arbiter::arbiter_box
