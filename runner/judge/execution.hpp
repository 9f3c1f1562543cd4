#pragma once

#include <memory>
#include <vector>

#include "box/box.hpp"
#include "judge/compile/compile.hpp"
#include "judge/execute.hpp"
#include "judge/judges.hpp"
#include "judge/run/plan.hpp"
#include "judge/verdict/scoring.hpp"
#include "model/judgement.hpp"

namespace arbiter::judge {

/// What the submissions of one plan share.
struct ExecutionPart {
  const Plan& plan;
  TestCache* cache;
  std::size_t first;  ///< number of its first submission
  Judges judges;
  std::unique_ptr<Executable> grader;
  Grader grade;
};

/// Compiles and runs all submissions of all parts. Observers know them by their number. Gives those
/// that were begun, in order, unless they are not to be kept.
std::vector<model::SubmissionJudgement> work_off(const std::vector<ExecutionPart>& parts,
                                                 Compiler& compiler, box::BoxFactory& boxes,
                                                 const ExecuteOptions& options, Observer& observer,
                                                 bool keeps);

}  // namespace arbiter::judge
