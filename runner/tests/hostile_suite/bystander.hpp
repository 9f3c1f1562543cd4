#pragma once

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "box/box.hpp"
#include "hostile_suite/attack.hpp"
#include "hostile_suite/spying_factory.hpp"
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

/// An honest submission that is judged on the same tests as a hostile one, at the same time and by
/// the same judge. What is said of it must be what was said when it was alone: every word, and its
/// memory within what the kernel's counting moves by. Only its times may differ.
class Bystander {
 public:
  /// `judged` outlives it. While it runs it holds `quiet`.
  Bystander(const Case& judged, FairMutex& quiet) : case_(judged), quiet_(quiet) {}

  /// Judges it on every test, alone.
  Result<void> see_alone(box::BoxFactory& boxes);

  /// Does something, which gives a value, while it is judged on `test` again and again.
  template <class Doing>
  auto beside(std::size_t test, const Doing& doing) {
    std::atomic<bool> is_over = false;
    const std::jthread other([&] {
      do {
        if (!is_as_alone(test)) return;
      } while (!is_over);
    });
    auto done = doing();
    is_over = true;
    return done;
  }

 private:
  bool is_as_alone(std::size_t test);

  const Case& case_;
  FairMutex& quiet_;
  std::unique_ptr<Worker> worker_;
  std::vector<model::TestJudgement> alone_;
};

}  // namespace arbiter::hostile
