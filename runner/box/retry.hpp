#pragma once

#include "box/box.hpp"

namespace arbiter::box {

/// Calls `attempt`, which gives a Result, and once more if that is an error: a box that failed once
/// says nothing of the next one. Both times `attempt` must take a fresh box, or after the first.
template <class Attempt>
auto try_twice(const Attempt& attempt) -> decltype(attempt()) {
  auto first = attempt();
  return first ? std::move(first) : attempt();
}

}  // namespace arbiter::box
