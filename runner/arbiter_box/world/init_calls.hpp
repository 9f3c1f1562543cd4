#pragma once

#include <unistd.h>

#include <cstdint>

namespace arbiter::arbiter_box {

/// By this number in the last argument the filter knows init's own calls from those of programs,
/// which cannot read it. 0 before there is a filter.
inline std::uint64_t init_pass = 0;

/// A system call of at most five arguments that is refused to programs.
template <typename... Arguments>
long call_by_init(long number, Arguments... arguments) {
  static_assert(sizeof...(Arguments) <= 5);
  if constexpr (sizeof...(Arguments) < 5) {
    return call_by_init(number, arguments..., 0L);
  } else {
    return ::syscall(number, arguments..., init_pass);
  }
}

}  // namespace arbiter::arbiter_box
