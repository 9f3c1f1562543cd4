#pragma once

#include <memory>

#include "base/result.hpp"
#include "cli/cluster/engine_choice.hpp"
#include "cli/judge/call.hpp"

namespace arbiter::cli {

/// Error{usage}: something was asked for that only one machine can do.
Result<void> check_together(const EngineOptions& engine, const JudgeOptions& options);

/// Lets nodes judge the plan of the call, and gives what they found out: executing the plan with it
/// compiles on this machine and runs what nodes were not asked for. Null: programs run on this
/// machine alone. Error: those of judge_on_cluster.
Result<std::unique_ptr<judge::TestCache>> judge_on_nodes(const Session& session,
                                                         const EngineOptions& engine,
                                                         JudgeCall& call);

}  // namespace arbiter::cli
