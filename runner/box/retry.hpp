#pragma once

#include <signal.h>

#include "box/box.hpp"

namespace arbiter::box {

/// Whether a program may have ended by a signal that was meant for the judge: who stops a service,
/// a session or a task of a cluster sends SIGTERM, SIGINT or SIGHUP to all its processes, those in
/// boxes included, and some programs see it first. Runtimes that end in good order give the signal
/// as an exit status above 128.
inline bool may_be_stopped_from_outside(bool exited, int exit_status, int signal) {
  constexpr int k_signalled = 128;
  const int from = exited ? exit_status - k_signalled : signal;
  return from == SIGTERM || from == SIGINT || from == SIGHUP;
}

/// No result is doubtful.
struct NoDoubt {
  bool operator()(const auto& /*result*/) const { return false; }
};

/// Calls `attempt`, which gives a Result, and once more if that is an error or `is_doubtful`: a box
/// that failed once says nothing of the next one. Both times `attempt` must take a fresh box, or
/// after the first error.
template <class Attempt, class IsDoubtful = NoDoubt>
auto try_twice(const Attempt& attempt, const IsDoubtful& is_doubtful = {}) -> decltype(attempt()) {
  auto first = attempt();
  return first && !is_doubtful(*first) ? std::move(first) : attempt();
}

}  // namespace arbiter::box
