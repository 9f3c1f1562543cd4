#pragma once

#include <memory>
#include <optional>

#include "box/box.hpp"
#include "judge/blame.hpp"
#include "judge/compile.hpp"
#include "judge/decide.hpp"
#include "judge/game.hpp"
#include "judge/plan.hpp"
#include "judge/test_inputs.hpp"
#include "model/judgement.hpp"

namespace arbiter::judge {

/// Judges tests of an interactive problem, a game each: the submission and the referee in boxes of
/// their own, which serve one submission. One a worker.
class Match {
 public:
  Match(const Plan& plan, TestInputs& inputs, box::BoxFactory& boxes, const Executable& referee,
        int core)
      : plan_(plan), inputs_(inputs), boxes_(boxes), referee_(referee), core_(core) {}

  /// From now on this program plays. Both must live until the next call.
  void begin(const Executable& executable, const PlannedSubmission& planned);

  /// Plays one test (again, near the limit) and judges it. Never fails.
  model::TestJudgement judge(std::size_t test);

 private:
  struct Played {
    GameFacts facts;
    CheckOutcome scores;     ///< what the referee left in score files; a fault if it is no number
    std::string error_tail;  ///< of the submission
    std::optional<model::Transcript> transcript;
  };

  Result<void> ensure_boxes();
  Result<Played> try_play(std::size_t test);
  Played play(std::size_t test);
  Played play_near_limit(std::size_t test);

  const Plan& plan_;
  TestInputs& inputs_;
  box::BoxFactory& boxes_;
  const Executable& referee_;
  int core_;
  const Executable* executable_ = nullptr;
  const PlannedSubmission* planned_ = nullptr;
  std::unique_ptr<box::Box> submission_box_;
  std::unique_ptr<box::Box> referee_box_;
};

}  // namespace arbiter::judge
