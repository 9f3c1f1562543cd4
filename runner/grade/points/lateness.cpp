#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/instant.hpp"
#include "grade/points/points.hpp"
#include "model/points.hpp"

namespace arbiter::grade {
namespace {

constexpr double k_everything = 100;
constexpr std::int64_t k_minute = 60;
constexpr std::int64_t k_hour = 3600;
constexpr std::int64_t k_day = 86400;

std::int64_t whole_seconds(Nanoseconds time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time).count();
}

/// How many units have begun in that time.
std::int64_t begun(std::int64_t seconds, std::int64_t unit) {
  return (seconds + unit - 1) / unit;
}

std::int64_t later_by_minutes(std::int64_t due, std::int64_t minutes) {
  constexpr std::int64_t k_most = std::numeric_limits<std::int64_t>::max() / 2;
  if (minutes <= 0) return due;
  // Whoever writes that many means for ever.
  return minutes > (k_most - due) / k_minute ? k_most : due + minutes * k_minute;
}

double percent_of(std::int64_t late, const model::LatePolicy& policy) {
  const double most = policy.most_percent.value_or(k_everything);
  if (!policy.steps.empty()) {
    const auto step = std::ranges::find_if(
        policy.steps, [&](const model::LateStep& one) { return late <= whole_seconds(one.until); });
    return step == policy.steps.end() ? k_everything : step->percent;
  }
  if (policy.percent_per_day) {
    return std::min(most, *policy.percent_per_day * static_cast<double>(begun(late, k_day)));
  }
  if (policy.percent_per_hour) {
    return std::min(most, *policy.percent_per_hour * static_cast<double>(begun(late, k_hour)));
  }
  return 0;
}

Lateness without_time(const model::Attempt& attempt) {
  Lateness lateness;
  if (attempt.is_marked_late) {
    lateness.warning = "marked late without a time, so no penalty was applied";
    lateness.words = lateness.warning;
  } else {
    lateness.words = "submission time unknown; it counts as in time";
  }
  return lateness;
}

}  // namespace

Deadline deadline_of(std::string_view student, std::string_view problem,
                     const model::LatePolicy& policy,
                     std::span<const model::Extension> extensions) {
  Deadline deadline{policy.due, false};
  if (!policy.due) return deadline;
  for (const model::Extension& one : extensions) {
    if (one.student != student || (!one.problem.empty() && one.problem != problem)) continue;
    const std::int64_t until = one.until.value_or(*policy.due);
    const std::int64_t later = later_by_minutes(*policy.due, one.extra_minutes.value_or(0));
    const std::int64_t due = std::max(until, later);
    if (due <= *deadline.due) continue;
    deadline = {due, true};
  }
  return deadline;
}

Lateness lateness_of(const model::Attempt& attempt, const Deadline& deadline,
                     const model::LatePolicy& policy) {
  if (!attempt.submitted) {
    return deadline.due || attempt.is_marked_late ? without_time(attempt) : Lateness{};
  }
  if (!deadline.due || *attempt.submitted <= *deadline.due) return {};
  const std::int64_t late = *attempt.submitted - *deadline.due;
  Lateness lateness;
  if (late <= whole_seconds(policy.grace)) {
    lateness.words = fmt::format("late by {}, within the grace", show_span(late));
    return lateness;
  }
  lateness.minutes = begun(late, k_minute);
  lateness.is_closed = policy.closes && late > whole_seconds(*policy.closes);
  lateness.percent = lateness.is_closed ? k_everything : percent_of(late, policy);
  const std::string by = fmt::format("late by {}{}", show_span(lateness.minutes * k_minute),
                                     deadline.is_extended ? " after the extension" : "");
  if (lateness.is_closed) {
    lateness.words = by + ", after it was closed";
  } else if (lateness.percent <= 0) {
    lateness.words = by + ", which costs nothing";
  } else {
    lateness.words = fmt::format("{}: {}% is taken", by, model::show_points(lateness.percent, 2));
  }
  return lateness;
}

}  // namespace arbiter::grade
