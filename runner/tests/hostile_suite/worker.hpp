#pragma once

#include <memory>

#include "box/box.hpp"
#include "hostile_suite/attack.hpp"
#include "judge/game/judges.hpp"
#include "judge/program/submission.hpp"
#include "judge/run/plan.hpp"
#include "judge/run/test_runner.hpp"

namespace arbiter::hostile {

/// A folder of hostile programs, ready to be judged.
struct Case {
  Attack attack;
  model::Problem problem;  ///< with a test for each trial
  judge::Executable submission;
  judge::Judges judges;  ///< its referee or validator, if it has one
};

/// One worker of the judge and the submission that it judges, test by test.
class Worker {
 public:
  /// `judged`, as `options` say. It and the boxes outlive the worker.
  static Result<std::unique_ptr<Worker>> make(const Case& judged, box::BoxFactory& boxes,
                                              const judge::PlanOptions& options);

  model::TestJudgement judge(std::size_t test) { return runner_->judge(test); }

 private:
  judge::Submission submission_;
  judge::PlannedSubmission planned_;
  judge::Plan plan_;
  std::unique_ptr<judge::TestRunner> runner_;
};

}  // namespace arbiter::hostile
