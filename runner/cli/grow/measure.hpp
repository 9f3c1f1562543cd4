#pragma once

#include <optional>

#include "cli/stress/call.hpp"
#include "model/growth.hpp"

namespace arbiter::cli {

/// Measures how the programs that `call.request` gives grow, and before them `reference` if there
/// is one, on inputs of the one generator that it names, each for about `time` or as long as it
/// takes. The call may have boxes and a compiler already. Error{usage}: the generator has not one
/// range; {invalid_package}: it makes no valid input of some size.
Result<model::GrowthResult> measure_growth_of(const Session& session,
                                              const std::optional<judge::Submission>& reference,
                                              std::optional<Nanoseconds> time, StressCall& call);

}  // namespace arbiter::cli
