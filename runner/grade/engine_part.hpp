#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "grade/engine.hpp"
#include "judge/run/plan.hpp"
#include "judge/run/test_keys.hpp"

namespace arbiter::grade {

/// One problem as the engine holds it. Plans and caches refer to it, so it stays where it is.
struct EnginePart {
  ProblemWorks works;
  judge::Plan plan;  ///< of all works
  std::unique_ptr<judge::TestKeys> keys;
  std::vector<std::string> work_keys;
  std::vector<model::SubmissionJudgement> judgements;
  std::vector<std::size_t> missing;  ///< works that are to be run
  judge::Plan missing_plan;          ///< of these alone
};

/// Makes the plan of a problem and looks up which results are known. Error: those of
/// judge::make_plan, a file that cannot be read; both within the name of the problem.
Result<std::unique_ptr<EnginePart>> make_part(ProblemWorks works, const model::Languages& languages,
                                              const EngineRecords& records);

/// Makes a result look the same whether it was known or not, and small.
void settle(model::SubmissionJudgement& judgement);

}  // namespace arbiter::grade
