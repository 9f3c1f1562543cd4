#include "judge/verdict/time_limit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "base/path_glob.hpp"
#include "judge/verdict/decide.hpp"

namespace arbiter::judge {
namespace {

using model::TimeLimitUse;
using model::Verdict;

constexpr std::chrono::seconds k_least_patience{60};
constexpr int k_patience_factor = 10;
// A limit is a sum of no such errors.
constexpr double k_rounding = 1e-9;

TimeLimitUse use_of(const model::LabelRule& rule, const std::string& label) {
  if (rule.time_limit != TimeLimitUse::by_verdicts) return rule.time_limit;
  if (rule.of_final_verdict) {
    // A verdict that one test decides says nothing of the time that the others took.
    if (label == "accepted" && rule.name.empty()) return TimeLimitUse::lower;
    return label == "time_limit_exceeded" ? TimeLimitUse::upper : TimeLimitUse::none;
  }
  if (rule.required == std::vector<Verdict>{Verdict::tle}) return TimeLimitUse::upper;
  const auto& permitted = rule.permitted;
  const bool may_be_slow = permitted.empty() || std::ranges::count(permitted, Verdict::tle) > 0;
  return may_be_slow ? TimeLimitUse::none : TimeLimitUse::lower;
}

void add_bound(std::vector<TimeBound>& bounds, const model::LabelRule& rule,
               const std::string& label) {
  const TimeLimitUse use = use_of(rule, label);
  if (use == TimeLimitUse::none) return;
  bounds.push_back({use == TimeLimitUse::upper, rule.group});
}

/// "accepted/slow.py".
std::string short_name(const model::SubmissionJudgement& submission) {
  return fmt::format("{}/{}", submission.label.value_or("."),
                     std::filesystem::path(submission.path).filename().string());
}

bool is_about(const TimeBound& bound, const model::TestJudgement& test) {
  return bound.group.empty() || matches_path_glob(bound.group, test.name, PathGlob::or_parent);
}

/// Whether some limit of time ended it, so that its time is not its own.
bool was_stopped(const model::TestJudgement& test) {
  return test.run.ending == model::Ending::cpu_limit ||
         test.run.ending == model::Ending::wall_limit || test.verdict == Verdict::tle;
}

/// Why a submission sets no bound, though it should; empty if nothing is wrong.
std::string why_no_bound(const model::SubmissionJudgement& submission) {
  if (!submission.compile.fault.empty()) return submission.compile.fault;
  if (!submission.compile.ok) return "it does not compile";
  for (const model::TestJudgement& test : submission.tests) {
    if (was_stopped(test)) {
      return fmt::format("it was stopped after {} on {}", show(test.run.cpu), test.name);
    }
    if (test.verdict == Verdict::je) return fmt::format("the judge failed on {}", test.name);
  }
  return {};
}

double own_seconds(const model::TestJudgement& test, const TimedSubmission& of) {
  return seconds(test.run.cpu) / of.factor;
}

/// The slowest of the tests that `counts` holds for; null if there are none.
template <class Counts>
const model::TestJudgement* slowest_of(const model::SubmissionJudgement& submission,
                                       const Counts& counts) {
  const model::TestJudgement* slowest = nullptr;
  for (const model::TestJudgement& test : submission.tests) {
    if (!counts(test)) continue;
    if (slowest == nullptr || test.run.cpu > slowest->run.cpu) slowest = &test;
  }
  return slowest;
}

/// The slowest test that sets a lower bound.
const model::TestJudgement* slowest_below(const TimedSubmission& submission) {
  return slowest_of(*submission.judgement, [&](const model::TestJudgement& test) {
    return std::ranges::any_of(submission.bounds, [&](const TimeBound& bound) {
      return !bound.is_upper && is_about(bound, test);
    });
  });
}

Nanoseconds limit_for(double slowest_s, const model::PackageLimits& limits) {
  const double steps =
      std::ceil(slowest_s * limits.ac_to_time_limit / limits.time_resolution_s - k_rounding);
  return from_seconds(std::max(1.0, steps) * limits.time_resolution_s);
}

bool has_bound(const std::vector<TimeBound>& bounds, bool is_upper) {
  return std::ranges::any_of(bounds,
                             [&](const TimeBound& bound) { return bound.is_upper == is_upper; });
}

/// The limit under which submissions with an upper bound must still be too slow.
Nanoseconds time_to_exceed(Nanoseconds time_limit, const model::PackageLimits& limits) {
  return from_seconds(seconds(time_limit) * limits.time_limit_to_tle);
}

std::vector<TimedSubmission> timed(const MeasuredRuns& runs,
                                   const std::vector<Submission>& submissions) {
  std::vector<TimedSubmission> all;
  for (std::size_t i = 0; i < runs.judged.size() && i < submissions.size(); ++i)
    all.push_back({&runs.judged[i], time_bounds(submissions[i]), runs.factors[i]});
  return all;
}

Error nothing_measured(const std::vector<model::SubmissionJudgement>& judged,
                       const std::vector<std::string>& why) {
  const bool is_fault =
      std::ranges::any_of(judged, [](const auto& one) { return !one.compile.fault.empty(); });
  return Error{is_fault ? ErrorKind::judge : ErrorKind::invalid_package,
               fmt::format("--time-limit auto: no accepted submission could be measured{}{}",
                           why.empty() ? "" : ": ", fmt::join(why, "; ")),
               {},
               "give a limit, as --time-limit 2s"};
}

}  // namespace

std::vector<TimeBound> time_bounds(const Submission& submission) {
  std::vector<TimeBound> bounds;
  if (!submission.label) return bounds;
  if (submission.rule) add_bound(bounds, *submission.rule, *submission.label);
  for (const model::LabelRule& rule : submission.more_rules)
    if (!rule.of_final_verdict) add_bound(bounds, rule, *submission.label);
  return bounds;
}

std::vector<Submission> with_bounds(const std::vector<Submission>& all, bool is_upper) {
  std::vector<Submission> chosen;
  for (const Submission& one : all) {
    if (has_bound(time_bounds(one), is_upper)) chosen.push_back(one);
  }
  return chosen;
}

Nanoseconds patience_for(const model::PackageLimits& limits) {
  const Nanoseconds own = limits.time.value_or(Nanoseconds{});
  return std::max<Nanoseconds>(k_least_patience, k_patience_factor * own);
}

FoundLimit find_time_limit(const std::vector<TimedSubmission>& submissions,
                           const model::PackageLimits& limits) {
  FoundLimit found;
  for (const TimedSubmission& submission : submissions) {
    if (!has_bound(submission.bounds, false)) continue;
    if (const std::string why = why_no_bound(*submission.judgement); !why.empty()) {
      found.warnings.push_back(
          fmt::format("{} does not count: {}", short_name(*submission.judgement), why));
      continue;
    }
    const model::TestJudgement* slowest = slowest_below(submission);
    if (slowest == nullptr) continue;
    const bool is_slower = !found.limit || own_seconds(*slowest, submission) >
                                               seconds(found.limit->slowest) / found.limit->factor;
    if (!is_slower) continue;
    model::FoundTimeLimit limit;
    limit.submission = short_name(*submission.judgement);
    limit.test = slowest->name;
    limit.slowest = slowest->run.cpu;
    limit.factor = submission.factor;
    limit.multiplier = limits.ac_to_time_limit;
    limit.resolution_s = limits.time_resolution_s;
    limit.limit = limit_for(own_seconds(*slowest, submission), limits);
    found.limit = std::move(limit);
  }
  return found;
}

std::string too_near(const TimedSubmission& submission, Nanoseconds time_limit,
                     const model::PackageLimits& limits) {
  const model::SubmissionJudgement& judgement = *submission.judgement;
  if (!has_bound(submission.bounds, true) || !judgement.compile.ok) return {};
  for (const TimeBound& bound : submission.bounds) {
    if (!bound.is_upper) continue;
    const auto counts = [&](const model::TestJudgement& test) { return is_about(bound, test); };
    const bool is_exceeded = std::ranges::any_of(
        judgement.tests, [&](const auto& test) { return counts(test) && was_stopped(test); });
    const model::TestJudgement* slowest = slowest_of(judgement, counts);
    if (is_exceeded || slowest == nullptr) continue;
    return fmt::format(
        "{} must take at least {} ({:g} × {}), but takes at most {}, on {}", short_name(judgement),
        show(from_seconds(seconds(time_to_exceed(time_limit, limits)) * submission.factor)),
        limits.time_limit_to_tle, show(from_seconds(seconds(time_limit) * submission.factor)),
        show(slowest->run.cpu), slowest->name);
  }
  return {};
}

Result<model::FoundTimeLimit> choose_time_limit(const std::vector<Submission>& lower,
                                                const std::vector<Submission>& judged,
                                                const model::PackageLimits& limits,
                                                const Measure& measure) {
  ARBITER_TRY(fast, measure(lower, patience_for(limits)));
  FoundLimit found = find_time_limit(timed(fast, lower), limits);
  if (!found.limit) return nothing_measured(fast.judged, found.warnings);
  found.limit->warnings = std::move(found.warnings);
  const Nanoseconds limit = found.limit->limit;
  const std::vector<Submission> upper = with_bounds(judged, true);
  if (upper.empty()) return *std::move(found.limit);
  ARBITER_TRY(slow, measure(upper, time_to_exceed(limit, limits)));
  for (const TimedSubmission& one : timed(slow, upper)) {
    std::string why = too_near(one, limit, limits);
    if (!why.empty()) found.limit->warnings.push_back(std::move(why));
  }
  return *std::move(found.limit);
}

bool holds_under(const model::RunRecord& run, const model::RunLimits& limits) {
  switch (run.ending) {
    case model::Ending::exited:
    case model::Ending::signalled:
    case model::Ending::memory_limit:
    case model::Ending::output_limit:
      return run.cpu <= limits.time && run.wall <= limits.wall && !is_near_limit(run, limits);
    case model::Ending::cpu_limit:
    case model::Ending::wall_limit:
    case model::Ending::stopped:
    case model::Ending::fault:
    case model::Ending::not_run:
      break;
  }
  return false;
}

}  // namespace arbiter::judge
