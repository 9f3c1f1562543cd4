#pragma once

#include <vector>

#include "cli/judge/call.hpp"
#include "cli/stress/options.hpp"
#include "judge/game/judges.hpp"
#include "stress/stress.hpp"

namespace arbiter::cli {

/// Everything that one call of `stress` works with.
struct StressCall {
  StressRequest request;  ///< set by the caller
  JudgeCall judge;
  judge::Plan plan;  ///< of one input, for what is asked of plans
  std::optional<judge::Submission> against;
  std::optional<judge::Submission> solution;  ///< who answers; may be nobody
  bool has_answers = true;                    ///< false: programs are compared with each other
  std::vector<stress::DrawCommand> commands;
  std::vector<judge::Executable> executables;             ///< of the submissions
  std::vector<std::optional<judge::Executable>> servers;  ///< the same as servers of calls
  judge::Judges judges;
  stress::MakingPrograms programs;

  [[nodiscard]] judge::PackagePrograms package() const {
    return {judge.problem, judge.surroundings.languages, *judge.workshop.compiler,
            *judge.workshop.boxes};
  }
};

/// Reads everything that `call.request` names. Starts no process.
Result<void> prepare(const Session& session, StressCall& call);

/// Opens the boxes and compiles what takes part.
Result<void> compile(const Session& session, StressCall& call);

/// What it is compiled from and who makes the answers, as `stress::stress` wants it.
stress::Contestants contestants_of(const StressCall& call);

}  // namespace arbiter::cli
