#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/temp_dir.hpp"
#include "cli/cluster/engine_choice.hpp"
#include "cli/common/flags.hpp"
#include "cli/common/locate.hpp"
#include "cli/common/outputs.hpp"
#include "cli/common/program_call.hpp"
#include "judge/execute.hpp"
#include "judge/load_submissions.hpp"
#include "judge/open_problem.hpp"
#include "judge/run/test_keys.hpp"
#include "judge/verdict/time_limit.hpp"

namespace arbiter::cli {

/// The folder that holds an input given by hand and its answer.
struct HandInput {
  TempDir folder;
  std::filesystem::path input;
  std::filesystem::path answer;  ///< empty: nobody can make it
};

/// Tests that were run to find a time limit, by all that decides them but limits of time.
struct MeasuredTests {
  std::mutex mutex;
  std::map<std::string, model::TestJudgement> tests;
};

/// How many submissions there were, of how many the verdict is as expected, and how many have none,
/// or JE.
struct Tally {
  std::size_t submissions = 0;
  std::size_t as_expected = 0;
  std::size_t not_judged = 0;
};

/// Everything that one call of `judge` works with, in the order in which it comes to be.
struct JudgeCall : ProgramCall, judge::OpenProblem {
  bool needs_submissions = true;  ///< else the problem's own are left alone where none is named
  bool needs_all_tests = true;    ///< else one of those that are asked for is enough
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
  std::optional<Tally> tally;                             ///< once all is judged
};

/// Reads everything that `call.options` names and makes the plan. Starts no process, unless tests
/// have to be made first.
Result<void> prepare(const Session& session, JudgeCall& call);

/// Opens the boxes, from where on a signal interrupts instead of killing, and uses them at once
/// where an input was given by hand. Error{interrupted}: a signal came meanwhile.
Result<void> open(const Session& session, JudgeCall& call);

/// What is known of a call that is open before anything is judged.
model::Judgement header_of(const JudgeCall& call);

/// Executes the plan of an open call. `cache` may be null: then every test is run.
Result<std::vector<model::SubmissionJudgement>> execute(const JudgeCall& call,
                                                        judge::Observer& observer,
                                                        judge::TestCache* cache = nullptr);
/// The same behind a progress line. Error{interrupted}.
Result<std::vector<model::SubmissionJudgement>> execute(const Session& session,
                                                        const JudgeCall& call,
                                                        judge::TestCache* cache = nullptr);

/// Judgements of earlier runs; null, perhaps after a warning, where they are not to be used.
/// Faults of the judge and runs near the time limit are not kept.
std::unique_ptr<judge::TestCache> open_cache(const Session& session, const JudgeCall& call);

/// What was run to find a time limit, wherever the limits of the call's plan would have changed
/// nothing, and what is run. All else is found and kept by open_cache().
std::unique_ptr<judge::TestCache> open_measuring_cache(const Session& session, JudgeCall& call);

/// Finds the time limit by running the problem's own submissions that bound it, and makes the plan
/// of the call anew with it (--time-limit auto). Error{usage}: the problem has none;
/// {invalid_package}, {judge}: none could be measured; {interrupted}.
Result<void> calibrate(const Session& session, JudgeCall& call);

/// Runs submissions on all tests of the problem under another limit of time, none of a submission
/// after it was too slow. They are the call's plan then. Error{interrupted}.
Result<judge::MeasuredRuns> measure(const Session& session, JudgeCall& call,
                                    const std::vector<judge::Submission>& submissions,
                                    Nanoseconds time);

/// As calibrate() without running anything: the plan gets the limit that they would be measured
/// under. Returns their paths.
Result<std::vector<std::string>> plan_calibration(JudgeCall& call);

/// Judges the problems of a folder (--problems) one after the other, each with the submissions that
/// the words of `options` mean for it, as a call of its own: `judge_one` does it and returns its
/// exit status. Problems without such submissions are named and skipped. Returns the exit status of
/// all.
Result<int> judge_several(const Session& session, const JudgeOptions& options,
                          const std::function<int(JudgeCall& call)>& judge_one);

/// Error{usage}: something was asked for that only one machine can do.
Result<void> check_together(const EngineOptions& engine, const JudgeOptions& options);

/// Lets nodes judge the plan of the call, and gives what they found out: executing the plan with it
/// compiles on this machine and runs what nodes were not asked for. Null: programs run on this
/// machine alone. Error: those of judge_on_cluster.
Result<std::unique_ptr<judge::TestCache>> judge_on_nodes(const Session& session,
                                                         const EngineOptions& engine,
                                                         JudgeCall& call);

/// The test cases, submissions and replays of a call, whose boxes are open, for pages. Session and
/// call must outlive it. Warns of a replay that cannot be made.
report::RunFiles files_of(const Session& session, const JudgeCall& call);

/// The same of a stored run, as far as they are what they were; warns of what is not. Uses `call`,
/// which is fresh, and goes to the folder of the run. All arguments must outlive the result.
report::RunFiles files_of(const Session& session, const model::Judgement& judgement,
                          JudgeCall& call);

}  // namespace arbiter::cli
