#pragma once

#include "base/result.hpp"
#include "model/stress.hpp"
#include "stress/stress.hpp"
#include "stress/trial.hpp"

// What is done with the result of a search once it is over. All errors are faults of the judge.
namespace arbiter::stress {

/// Leaves out what does not hold when validators and solution are run each by itself: then it is
/// they that are not to be relied on.
Result<void> confirm(const StressSetup& setup, model::StressResult& result);

/// All submissions on each failing input, for whoever has several.
Result<void> add_outcomes(const StressSetup& setup, Workplace& place, model::StressResult& result);

/// Says how what was enumerated differs from what the input validators accept.
Result<void> add_values_beyond(InputBench& bench, model::StressResult& result);

}  // namespace arbiter::stress
