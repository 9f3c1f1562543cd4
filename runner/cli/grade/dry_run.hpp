#pragma once

#include "base/result.hpp"
#include "cli/grade/call.hpp"

namespace arbiter::cli {

/// Writes who and what would be judged to standard output; starts and writes nothing else. Returns
/// the exit status.
Result<int> show_dry_run(const GradeCall& call);

}  // namespace arbiter::cli
