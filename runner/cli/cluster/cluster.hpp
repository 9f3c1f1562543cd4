#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/cluster/engine_choice.hpp"
#include "cli/common/program_call.hpp"
#include "grade/engine.hpp"
#include "judge/open_problem.hpp"
#include "store/journal.hpp"

namespace arbiter::cli {

/// A call whose missing results nodes find out.
struct ClusterCall {
  const Session& session;
  ProgramCall& call;
  const EngineOptions& options;
  std::vector<const judge::OpenProblem*> problems;
  std::filesystem::path out;  ///< the folder of the run
  std::string surroundings;   ///< see grade::EngineRecords
  const std::unique_ptr<grade::Engine>& engine;
  const std::unique_ptr<store::Journal>& journal;
  std::function<Result<void>()> plan_again;  ///< makes both anew from what is kept by now
  /// Told now and then how many programs are judged; may call plan_again. May be empty.
  std::function<Result<void>(std::size_t judged, std::size_t of)> watch = {};
};

/// Lets nodes judge what the engine lacks, if that was asked for and is worth it; otherwise does
/// nothing. What nodes could not judge is given up in the engine. After a signal no task is left,
/// and the engine knows what was judged before it. Error{usage}: the engine's file is wrong;
/// {judge}: there is no such engine, or it refuses; with `by_hand`, that somebody has to run the
/// shards.
Result<void> judge_on_cluster(const ClusterCall& cluster);

}  // namespace arbiter::cli
