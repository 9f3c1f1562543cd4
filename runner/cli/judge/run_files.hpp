#pragma once

#include "cli/judge/call.hpp"
#include "model/judgement.hpp"
#include "report/report.hpp"

namespace arbiter::cli {

/// The test cases, submissions and replays of a call, whose boxes are open, for pages. Session and
/// call must outlive it. Warns of a replay that cannot be made.
report::RunFiles files_of(const Session& session, const JudgeCall& call);

/// The same of a stored run, as far as they are what they were; warns of what is not. Uses `call`,
/// which is fresh, and goes to the folder of the run. All arguments must outlive the result.
report::RunFiles files_of(const Session& session, const model::Judgement& judgement,
                          JudgeCall& call);

}  // namespace arbiter::cli
