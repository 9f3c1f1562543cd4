#pragma once

#include <cstdio>
#include <cstdlib>

namespace arbiter::fuzz {

/// Ends the fuzzer, which then keeps the input, when what must always hold does not.
inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

}  // namespace arbiter::fuzz
