#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "box/box.hpp"
#include "judge/compile/compile.hpp"
#include "judge/game/game.hpp"
#include "judge/run/checking.hpp"
#include "judge/run/passes.hpp"
#include "judge/run/plan.hpp"
#include "judge/run/program_run.hpp"
#include "judge/run/test_runner.hpp"
#include "judge/verdict/blame.hpp"
#include "judge/verdict/decide.hpp"
#include "model/judgement.hpp"

namespace arbiter::judge {

/// Judges tests of an interactive problem, a game each: the submission and the referee in boxes of
/// their own, which serve one submission. Where the plan wants the logs of accepted games judged,
/// `log_checker` does that; else it may be null. One a worker.
class Match : public Round {
 public:
  Match(const Plan& plan, box::BoxFactory& boxes, const Executable& referee,
        std::unique_ptr<OutputChecker> log_checker, int core)
      : plan_(plan),
        boxes_(boxes),
        referee_(referee),
        log_checker_(std::move(log_checker)),
        core_(core) {}

  void begin(const Executable& executable, const PlannedSubmission& planned) override;
  void begin_pass() override { submission_box_.reset(); }
  JudgedPass judge(std::size_t test, const Pass* pass) override;

 private:
  struct Played {
    GameFacts facts;
    CheckOutcome said;  ///< by the referee, with its points and its wish for another pass
    UniqueFd log;       ///< that it left, if that is to be judged
    HeapClaim heap = HeapClaim::none;  ///< of the submission
    std::string error_tail;            ///< of the submission
    std::optional<model::Transcript> transcript;
  };

  Result<void> ensure_boxes();
  void leave_boxes() {
    submission_box_.reset();
    referee_box_.reset();
  }
  Result<Played> try_play(std::size_t test, const Pass* pass, const std::vector<std::string>& argv);
  Result<void> hear_referee(box::RunReport& report, const Pass* pass, Played& played) const;
  Played play(std::size_t test, const Pass* pass);
  CheckOutcome check_log(std::size_t test, const Played& played);
  void decide_as_said(std::size_t test, Played& played, model::TestJudgement& judgement);

  const Plan& plan_;
  box::BoxFactory& boxes_;
  const Executable& referee_;
  std::unique_ptr<OutputChecker> log_checker_;
  int core_;
  const Executable* executable_ = nullptr;
  const PlannedSubmission* planned_ = nullptr;
  bool relays_ = false;  ///< all that is written comes by here
  std::unique_ptr<box::Box> submission_box_;
  std::unique_ptr<box::Box> referee_box_;
};

}  // namespace arbiter::judge
