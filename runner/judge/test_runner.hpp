#pragma once

#include <memory>
#include <optional>

#include "box/box.hpp"
#include "judge/checking.hpp"
#include "judge/compile.hpp"
#include "judge/plan.hpp"
#include "judge/test_inputs.hpp"
#include "model/judgement.hpp"

namespace arbiter::judge {

/// One finished run of a submission on a test: what was seen, and what it wrote.
struct FinishedRun {
  model::RunRecord record;
  UniqueFd output;  ///< standard output, or the output file that the problem names
  UniqueFd error;
};

/// Runs tests of one submission at a time, in a box of its own. One a worker.
class TestRunner {
 public:
  TestRunner(const Plan& plan, TestInputs& inputs, box::BoxFactory& boxes,
             std::unique_ptr<OutputChecker> checker, int core);

  /// From now on tests run this program; the box of the last one is destroyed. `executable` and
  /// `planned` must live until the next call.
  void begin(const Executable& executable, const PlannedSubmission& planned);

  /// Runs one test (again, near the limit or with --repeat) and judges it. Never fails: a fault
  /// of the judge is a verdict of its own.
  model::TestJudgement judge(std::size_t test);

  /// Runs one test once, without judging.
  FinishedRun run(std::size_t test);

 private:
  Result<void> ensure_box();
  Result<FinishedRun> try_run(std::size_t test);
  [[nodiscard]] box::RunRequest request() const;
  FinishedRun run_near_limit(std::size_t test);
  model::TestJudgement judge_once(std::size_t test);

  const Plan& plan_;
  TestInputs& inputs_;
  box::BoxFactory& boxes_;
  std::unique_ptr<OutputChecker> checker_;
  int core_;
  const Executable* executable_ = nullptr;
  const PlannedSubmission* planned_ = nullptr;
  std::unique_ptr<box::Box> box_;
  box::RunRequest request_;
};

}  // namespace arbiter::judge
