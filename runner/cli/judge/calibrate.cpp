#include <fmt/format.h>

#include <utility>

#include "cli/judge/call.hpp"

namespace arbiter::cli {
namespace {

/// The problem's own submissions that must not be too slow, whatever is judged.
Result<std::vector<judge::Submission>> lower_bounds(const JudgeCall& call) {
  auto own = judge::load_submissions(call.problem, call.located.problem_as_given, {},
                                     call.surroundings.languages, {});
  if (!own && own.error().kind != ErrorKind::nothing_matched) return std::move(own).error();
  std::vector<judge::Submission> chosen;
  if (own) chosen = judge::with_bounds(own->submissions, false);
  if (!chosen.empty()) return chosen;
  return usage_error(
      fmt::format("--time-limit auto: problem {} has no accepted submission to measure",
                  call.problem.id),
      "put one into submissions/accepted, or give a limit, as --time-limit 2s");
}

Result<void> plan_anew(JudgeCall& call, Nanoseconds limit) {
  call.options.plan.time_limit = limit;
  ARBITER_SET(call.plan, judge::make_plan(call.problem, call.loaded.submissions,
                                          call.surroundings.languages, call.options.plan));
  return {};
}

}  // namespace

Result<judge::MeasuredRuns> measure(const Session& session, JudgeCall& call,
                                    const std::vector<judge::Submission>& submissions,
                                    Nanoseconds time) {
  judge::PlanOptions options = call.options.plan;
  options.time_limit = time;
  options.tests.clear();
  options.repeat = 1;
  options.fail_fast = false;
  ARBITER_SET(call.plan,
              judge::make_plan(call.problem, submissions, call.surroundings.languages, options));
  call.plan.until_too_slow = true;
  judge::MeasuredRuns runs;
  ARBITER_SET(runs.judged, execute(session, call, open_measuring_cache(session, call).get()));
  for (const judge::PlannedSubmission& planned : call.plan.submissions)
    runs.factors.push_back(seconds(planned.limits.time) / seconds(call.plan.limits.time));
  return runs;
}

Result<std::vector<std::string>> plan_calibration(JudgeCall& call) {
  ARBITER_TRY(lower, lower_bounds(call));
  ARBITER_CHECK(plan_anew(call, judge::patience_for(call.problem.limits)));
  std::vector<std::string> names;
  for (const judge::Submission& one : lower)
    names.push_back(one.given);
  return names;
}

Result<void> calibrate(const Session& session, JudgeCall& call) {
  ARBITER_TRY(lower, lower_bounds(call));
  ARBITER_SET(call.found_time_limit,
              judge::choose_time_limit(
                  lower, call.loaded.submissions, call.problem.limits,
                  [&](const std::vector<judge::Submission>& submissions, Nanoseconds time) {
                    return measure(session, call, submissions, time);
                  }));
  return plan_anew(call, call.found_time_limit->limit);
}

}  // namespace arbiter::cli
