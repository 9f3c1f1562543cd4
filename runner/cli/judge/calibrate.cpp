#include "cli/judge/calibrate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "cli/common/recorder.hpp"
#include "judge/verdict/time_limit.hpp"

namespace arbiter::cli {
namespace {

constexpr const char* k_help = "give a limit, as --time-limit 2s";

/// The submissions with a bound of that kind, and what they are.
struct Bounded {
  std::vector<judge::Submission> submissions;
  std::vector<std::vector<judge::TimeBound>> bounds;
};

Bounded bounded(const std::vector<judge::Submission>& all, bool is_upper) {
  Bounded chosen;
  for (const judge::Submission& one : all) {
    auto bounds = judge::time_bounds(one);
    if (!judge::has_bound(bounds, is_upper)) continue;
    chosen.submissions.push_back(one);
    chosen.bounds.push_back(std::move(bounds));
  }
  return chosen;
}

/// The problem's own submissions that must not be too slow, whatever is judged.
Result<Bounded> lower_bounds(const JudgeCall& call) {
  auto own = judge::load_submissions(call.problem, call.located.problem_as_given, {},
                                     call.surroundings.languages, {});
  if (!own && own.error().kind != ErrorKind::nothing_matched) return std::move(own).error();
  Bounded chosen;
  if (own) chosen = bounded(own->submissions, false);
  if (!chosen.submissions.empty()) return chosen;
  return usage_error(
      fmt::format("--time-limit auto: problem {} has no accepted submission to measure",
                  call.problem.id),
      std::string("put one into submissions/accepted, or ") + k_help);
}

/// One execution of the problem's tests under another limit of time.
class Measuring {
 public:
  Measuring(const Session& session, JudgeCall& call) : session_(session), call_(call) {}

  /// The submissions as they ran, none of them after it was too slow.
  Result<std::vector<model::SubmissionJudgement>> run(const Bounded& what, Nanoseconds time) {
    judge::PlanOptions options = call_.options.plan;
    options.time_limit = time;
    options.tests.clear();
    options.repeat = 1;
    options.fail_fast = false;
    ARBITER_TRY(plan, judge::make_plan(call_.problem, what.submissions,
                                       call_.surroundings.languages, options));
    call_.plan = std::move(plan);
    call_.plan.until_too_slow = true;
    const auto stored = open_cache(session_, call_);
    MeasuringTests measuring(call_.measured, call_.plan, stored.get());
    judge::ExecuteOptions how = execute_options(call_);
    how.cache = &measuring;
    Recorder progress(session_, nullptr, call_.plan.tests.size() * what.submissions.size());
    auto judged = judge::execute(call_.plan, *call_.workshop.compiler, *call_.workshop.boxes,
                                 call_.surroundings.languages, how, progress);
    if (call_.is_interrupted()) return Error{ErrorKind::interrupted, "interrupted", {}, {}};
    return judged;
  }

  /// What ran in the last run, with the time factors that applied.
  [[nodiscard]] std::vector<judge::TimedSubmission> timed(
      const std::vector<model::SubmissionJudgement>& judged, const Bounded& what) const {
    std::vector<judge::TimedSubmission> all;
    const double time = seconds(call_.plan.limits.time);
    for (std::size_t i = 0; i < judged.size() && i < what.bounds.size(); ++i) {
      const double factor = seconds(call_.plan.submissions[i].limits.time) / time;
      all.push_back({&judged[i], what.bounds[i], factor});
    }
    return all;
  }

 private:
  const Session& session_;
  JudgeCall& call_;
};

Error nothing_measured(const std::vector<model::SubmissionJudgement>& judged,
                       const std::vector<std::string>& why) {
  bool is_fault = false;
  for (const model::SubmissionJudgement& one : judged)
    is_fault = is_fault || !one.compile.fault.empty();
  return Error{is_fault ? ErrorKind::judge : ErrorKind::invalid_package,
               fmt::format("--time-limit auto: no accepted submission could be measured{}{}",
                           why.empty() ? "" : ": ", fmt::join(why, "; ")),
               {},
               k_help};
}

/// The plan of the call, with a time limit.
Result<void> plan_anew(JudgeCall& call, Nanoseconds limit) {
  call.options.plan.time_limit = limit;
  ARBITER_SET(call.plan, judge::make_plan(call.problem, call.loaded.submissions,
                                          call.surroundings.languages, call.options.plan));
  return {};
}

}  // namespace

Result<std::vector<std::string>> plan_calibration(JudgeCall& call) {
  ARBITER_TRY(lower, lower_bounds(call));
  ARBITER_CHECK(plan_anew(call, judge::patience_for(call.problem.limits)));
  std::vector<std::string> names;
  for (const judge::Submission& one : lower.submissions)
    names.push_back(one.given);
  return names;
}

Result<void> calibrate(const Session& session, JudgeCall& call) {
  Measuring measuring(session, call);
  const model::PackageLimits& limits = call.problem.limits;
  ARBITER_TRY(lower, lower_bounds(call));
  ARBITER_TRY(fast, measuring.run(lower, judge::patience_for(limits)));
  auto found = judge::find_time_limit(measuring.timed(fast, lower), limits);
  if (!found.limit) return nothing_measured(fast, found.warnings);
  found.limit->warnings = std::move(found.warnings);
  const Nanoseconds limit = found.limit->limit;
  const Bounded upper = bounded(call.loaded.submissions, true);
  if (!upper.submissions.empty()) {
    ARBITER_TRY(slow, measuring.run(upper, judge::time_to_exceed(limit, limits)));
    for (const judge::TimedSubmission& one : measuring.timed(slow, upper)) {
      std::string why = judge::too_near(one, limit, limits);
      if (!why.empty()) found.limit->warnings.push_back(std::move(why));
    }
  }
  call.found_time_limit = std::move(found.limit);
  return plan_anew(call, limit);
}

}  // namespace arbiter::cli
