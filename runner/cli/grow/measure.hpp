#pragma once

#include <optional>
#include <vector>

#include "cli/stress/call.hpp"
#include "model/growth.hpp"

namespace arbiter::cli {

/// Measures how programs grow, and before them the reference if there is one, on inputs of the
/// generator that `call.request` names, else of the first command in the package's arbiter.yaml.
/// The request names the problem; programs borrow from a call that outlives this. Error{usage}: no
/// command with one range; {invalid_package}: it makes no valid input of some size.
Result<model::GrowthResult> measure_growth(const Session& session,
                                           const std::vector<judge::Submission>& programs,
                                           StressCall& call);

/// The same, with the one generator and the programs that `call.request` names, beside `reference`
/// if there is one, which comes first. Each is measured for about `time`. The call may have boxes
/// and a compiler already.
Result<model::GrowthResult> measure_growth_of(const Session& session,
                                              const std::optional<judge::Submission>& reference,
                                              std::optional<Nanoseconds> time, StressCall& call);

}  // namespace arbiter::cli
