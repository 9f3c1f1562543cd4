#pragma once

#include "cli/judge/call.hpp"
#include "model/judgement.hpp"
#include "report/report.hpp"

namespace arbiter::cli {

/// The test cases and the submissions of a call, for pages. The call must outlive it.
report::RunFiles files_of(const JudgeCall& call);

/// The same of a stored run, as far as they are what they were; warns of what is not. Uses `call`,
/// which is fresh and must outlive the result, and goes to the folder of the run.
report::RunFiles files_of(const Session& session, const model::Judgement& judgement,
                          JudgeCall& call);

}  // namespace arbiter::cli
