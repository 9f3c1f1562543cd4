#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "judge/program/submission.hpp"
#include "model/judgement.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// What the times of a submission say of a time limit that is to be found.
struct TimeBound {
  bool is_upper = false;  ///< it must be too slow on some test; else on none
  std::string group;      ///< glob of the groups or tests that count; empty: all
};

/// The bounds that a submission sets. Format 2025-09 ("Timelimit inference"): lower where one of
/// its rules does not permit TLE, upper where one requires TLE alone, unless submissions.yaml says
/// otherwise. Legacy: what is in accepted/ and time_limit_exceeded/. None without a label.
std::vector<TimeBound> time_bounds(const Submission& submission);

/// The submissions that set a bound of one kind.
std::vector<Submission> with_bounds(const std::vector<Submission>& all, bool is_upper);

/// A submission with its bounds, run with so much time that its times are its own.
struct TimedSubmission {
  const model::SubmissionJudgement* judgement = nullptr;
  std::vector<TimeBound> bounds;
  double factor = 1;  ///< of its language, which is not the problem's matter
};

/// The CPU time at which submissions that are to be measured are stopped: a minute, or ten times
/// the limit that the package has.
Nanoseconds patience_for(const model::PackageLimits& limits);

/// The smallest multiple of the resolution that is at least `ac_to_time_limit` times the slowest
/// lower bound, and at least one. A submission that was stopped, or has not run, sets no bound,
/// with a warning. None: there is no bound at all; then only warnings are filled in.
struct FoundLimit {
  std::optional<model::FoundTimeLimit> limit;
  std::vector<std::string> warnings;
};
FoundLimit find_time_limit(const std::vector<TimedSubmission>& submissions,
                           const model::PackageLimits& limits);

/// Of a submission that ran under `time_limit_to_tle` times the time limit: why it is too near to
/// it, or nothing.
std::string too_near(const TimedSubmission& submission, Nanoseconds time_limit,
                     const model::PackageLimits& limits);

/// What came of running submissions, and the time factors of their languages.
struct MeasuredRuns {
  std::vector<model::SubmissionJudgement> judged;
  std::vector<double> factors;
};
/// Runs submissions under a limit of CPU time.
using Measure = std::function<Result<MeasuredRuns>(const std::vector<Submission>& submissions,
                                                   Nanoseconds time)>;

/// Chooses the time limit by the runs of the submissions `lower`, and looks whether those of
/// `judged` that have an upper bound exceed it far enough. Error{invalid_package}, {judge}: none of
/// `lower` could be measured; those of `measure`.
Result<model::FoundTimeLimit> choose_time_limit(const std::vector<Submission>& lower,
                                                const std::vector<Submission>& judged,
                                                const model::PackageLimits& limits,
                                                const Measure& measure);

/// Whether a run under other, wider limits would have come out the same under these.
bool holds_under(const model::RunRecord& run, const model::RunLimits& limits);

}  // namespace arbiter::judge
