#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/judge/call.hpp"

namespace arbiter::cli {

/// Finds the time limit by running the problem's own submissions that bound it, and makes the plan
/// of the call anew with it (--time-limit auto). Error{usage}: the problem has none;
/// {invalid_package}, {judge}: none could be measured; {interrupted}.
Result<void> calibrate(const Session& session, JudgeCall& call);

/// The same without running anything: the plan gets the limit that they would be measured under.
/// Returns their paths.
Result<std::vector<std::string>> plan_calibration(JudgeCall& call);

}  // namespace arbiter::cli
