#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "box/box.hpp"
#include "judge/game/game.hpp"
#include "model/judgement.hpp"

namespace arbiter::judge {

/// What was seen of a talk.
struct TalkReports {
  std::vector<Result<box::RunReport>> processes;
  Result<box::RunReport> manager;
  bool over_wall = false;    ///< processes were stopped, as it took too long
  bool over_output = false;  ///< processes were stopped, as one wrote too much
};

/// Lets a manager of CMS talk with the processes of a submission, each in a box of its own, until
/// all have ended. It reads the test from `input`, its standard input, and prints the outcome into
/// `output`; what the processes write it reads from its descriptors 3, 5, …, and writes to them on
/// 4, 6, …. Who has ended is seen as end of file; what is written to one that has ended is thrown
/// away. `limits` are those of the submission; the wall limit is that of the whole talk, less the
/// manager's CPU time.
Result<TalkReports> talk(const std::vector<GameSide>& processes, const GameSide& manager,
                         UniqueFd input, int output, const model::RunLimits& limits);

/// The names of the manager's descriptors for so many processes, as its arguments.
std::vector<std::string> channel_names(int processes);

/// The record of a submission that was several processes: their CPU times together, the most memory
/// and wall time that one took; how the first that failed has ended.
model::RunRecord together(const std::vector<model::RunRecord>& processes,
                          const model::RunLimits& limits);

}  // namespace arbiter::judge
