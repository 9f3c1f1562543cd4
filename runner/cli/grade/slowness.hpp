#pragma once

#include <optional>
#include <vector>

#include "cli/stress/call.hpp"
#include "model/counterexample.hpp"

namespace arbiter::cli {

/// How the time of the programs that a request gives grows, in their order, each measured for about
/// `time` on inputs of the first command in `grow` of arbiter.yaml; one after the other, for a busy
/// machine measures badly. None: there is no such command, or what was measured says nothing clear,
/// or not that the program is too slow. Uses boxes, compiler and reference of `prepared`.
/// Error{interrupted}.
Result<std::vector<std::optional<model::Slowness>>> measure_slowness(const Session& session,
                                                                     StressRequest request,
                                                                     Nanoseconds time,
                                                                     StressCall& prepared);

}  // namespace arbiter::cli
