#include "grade/points/tally.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grade/points/points.hpp"
#include "model/points.hpp"
#include "model/verdict.hpp"

namespace arbiter::grade {
namespace {

constexpr double k_rounding = 1e-9;

/// From 0 to 1: what the checker gives it, else everything or nothing.
double share_of(const model::TestJudgement& test, Shares shares) {
  const bool has_points = shares == Shares::points && test.counted;
  if (has_points && test.score && test.max_score && *test.max_score > 0) {
    return std::clamp(*test.score / *test.max_score, 0.0, 1.0);
  }
  return test.verdict == model::Verdict::ac ? 1 : 0;
}

/// Of `sum` points in all, where the worst part has that share of its own.
double points_by(model::PointRule rule, double sum, double worst, double most) {
  switch (rule) {
    case model::PointRule::sum:
      return sum;
    case model::PointRule::min:
      return most * worst;
    case model::PointRule::all:
      return worst >= 1 - k_rounding ? most : 0;
  }
  return 0;
}

std::string failure_words(const model::TestJudgement& test) {
  if (test.verdict != model::Verdict::ac) {
    return fmt::format("first fails {}, {}", test.name, model::code(test.verdict));
  }
  return fmt::format("first without all its points: {}", test.name);
}

}  // namespace

bool PointRange::is_known() const {
  return high - low <= k_rounding;
}

PointRange Tally::points(model::PointRule rule, double most) const {
  if (tests == 0) return {};
  const auto all = static_cast<double>(tests);
  return {points_by(rule, most * sum / all, unknown == 0 ? worst : 0, most),
          points_by(rule, most * (sum + static_cast<double>(unknown)) / all, worst, most)};
}

Tally tally_of(const std::vector<std::string>& names, const RanTests& ran, Shares shares) {
  Tally tally;
  tally.tests = names.size();
  for (const std::string& name : names) {
    const auto found = ran.find(name);
    if (found == ran.end() || found->second->verdict == model::Verdict::je) {
      if (tally.unknown++ == 0) tally.first_unknown = name;
      continue;
    }
    const double share = share_of(*found->second, shares);
    tally.sum += share;
    tally.worst = std::min(tally.worst, share);
    if (share >= 1) {
      ++tally.passed;
    } else if (tally.first_failing == nullptr) {
      tally.first_failing = found->second;
    }
  }
  return tally;
}

PointRange combined(const std::vector<PointRange>& parts, const std::vector<double>& most,
                    model::PointRule rule, double most_of_all) {
  PointRange sum;
  PointRange worst{1, 1};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    sum.low += parts[i].low;
    sum.high += parts[i].high;
    if (most[i] <= 0) continue;
    worst.low = std::min(worst.low, parts[i].low / most[i]);
    worst.high = std::min(worst.high, parts[i].high / most[i]);
  }
  return {points_by(rule, sum.low, worst.low, most_of_all),
          points_by(rule, sum.high, worst.high, most_of_all)};
}

std::string words_of(std::string_view name, const Tally& tally, const PointRange& points,
                     double most, int decimals) {
  const std::string low = model::show_points(points.low, decimals);
  std::string words = fmt::format("{} {}{}/{}", name, points.is_known() ? "" : "at least ", low,
                                  model::show_points(most, decimals));
  std::vector<std::string> details;
  if (tally.tests == 0) details.emplace_back("it has no tests");
  if (tally.passed > 0 && tally.passed < tally.tests) {
    details.push_back(fmt::format("{} of {} tests", tally.passed, tally.tests));
  }
  if (tally.first_failing != nullptr) details.push_back(failure_words(*tally.first_failing));
  if (tally.unknown > 0) {
    details.push_back(fmt::format(
        "not judged: {}{}", tally.first_unknown,
        tally.unknown > 1 ? fmt::format(" and {} more", tally.unknown - 1) : std::string()));
  }
  if (!details.empty()) words += fmt::format(": {}", fmt::join(details, "; "));
  return words;
}

std::string short_name(std::string_view group) {
  constexpr std::string_view k_secret = "secret/";
  return std::string(group.starts_with(k_secret) ? group.substr(k_secret.size()) : group);
}

}  // namespace arbiter::grade
