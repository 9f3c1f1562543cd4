#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "cli/common/hand_input.hpp"
#include "cli/common/judge_options.hpp"
#include "cli/common/locate.hpp"
#include "cli/common/outputs.hpp"
#include "cli/common/program_call.hpp"
#include "cli/common/session.hpp"
#include "cli/common/test_cache.hpp"
#include "judge/load_submissions.hpp"
#include "judge/open_problem.hpp"
#include "judge/run/plan.hpp"

namespace arbiter::cli {

/// Everything that one call of `judge` works with, in the order in which it comes to be.
struct JudgeCall : ProgramCall, judge::OpenProblem {
  bool needs_submissions = true;  ///< else the problem's own are left alone where none is named
  bool needs_all_tests = true;    ///< else none is made where the one that is asked for is there
  bool needs_tests = true;        ///< else inputs come from elsewhere, and there is no plan
  /// The standard checker for submissions that belong to no problem; they are all that is named.
  std::optional<std::string> bare_checker;
  JudgeOptions options;  ///< set by the caller
  std::vector<Output> outputs;
  Located located;
  judge::LoadedSubmissions loaded;
  std::optional<HandInput> hand;
  judge::Plan plan;
  std::optional<model::FoundTimeLimit> found_time_limit;  ///< once it is
  MeasuredTests measured;                                 ///< that were run to find it
};

/// Reads everything that `call.options` names and makes the plan. Starts no process, unless tests
/// have to be made first.
Result<void> prepare(const Session& session, JudgeCall& call);

/// Opens the boxes, from where on a signal interrupts instead of killing, and uses them at once
/// where an input was given by hand. Error{interrupted}: a signal came meanwhile.
Result<void> open(const Session& session, JudgeCall& call);

/// What is known of a call that is open before anything is judged.
model::Judgement header_of(const JudgeCall& call);

/// How plans of the call are executed; `cache` is left to the caller.
judge::ExecuteOptions execute_options(const JudgeCall& call);

/// Results of earlier runs; null, perhaps after a warning, where they are not to be used.
std::unique_ptr<StoredTests> open_cache(const Session& session, const JudgeCall& call);

}  // namespace arbiter::cli
