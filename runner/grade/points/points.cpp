#include "grade/points/points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/text.hpp"
#include "model/points.hpp"

namespace arbiter::grade {
namespace {

using model::GradedProblem;
using model::GradeStatus;
using model::GroupJudgement;
using model::PointRule;
using model::ProblemPolicy;
using model::Verdict;

constexpr double k_rounding = 1e-9;

/// The points that something may still have: the same twice where all of it was judged.
struct PointRange {
  double low = 0;
  double high = 0;

  /// Whether what was not judged makes no difference.
  [[nodiscard]] bool is_known() const { return high - low <= k_rounding; }
};

/// Of `sum` points in all, where the worst part has that share of its own.
double points_by(PointRule rule, double sum, double worst, double most) {
  switch (rule) {
    case PointRule::sum:
      return sum;
    case PointRule::min:
      return most * worst;
    case PointRule::all:
      return worst >= 1 - k_rounding ? most : 0;
  }
  return 0;
}

struct Tally {
  std::size_t tests = 0;
  std::size_t passed = 0;   ///< with all their points
  std::size_t unknown = 0;  ///< JE, or not run
  double sum = 0;           ///< of the shares of those that are known
  double worst = 1;         ///< of these
  const model::TestJudgement* first_failing = nullptr;
  std::string first_unknown;

  /// The points of these tests, which have `most` together.
  [[nodiscard]] PointRange points(PointRule rule, double most) const {
    if (tests == 0) return {};
    const auto all = static_cast<double>(tests);
    return {points_by(rule, most * sum / all, unknown == 0 ? worst : 0, most),
            points_by(rule, most * (sum + static_cast<double>(unknown)) / all, worst, most)};
  }

  /// "2 of 3 test cases; first fails secret/large/07, TLE"; empty: there is nothing to say.
  [[nodiscard]] std::string words() const {
    std::vector<std::string> all;
    if (tests == 0) all.emplace_back("it has no test cases");
    if (passed > 0 && passed < tests)
      all.push_back(fmt::format("{} of {} test cases", passed, tests));
    if (first_failing != nullptr && first_failing->verdict != Verdict::ac) {
      all.push_back(fmt::format("first fails {}, {}", first_failing->name,
                                model::code(first_failing->verdict)));
    } else if (first_failing != nullptr) {
      all.push_back(fmt::format("first without all its points: {}", first_failing->name));
    }
    if (unknown > 0) {
      all.push_back(
          fmt::format("not judged: {}{}", first_unknown,
                      unknown > 1 ? fmt::format(" and {} more", unknown - 1) : std::string()));
    }
    return fmt::format("{}", fmt::join(all, "; "));
  }
};

/// What several parts have together, under a rule over their shares of `most_of_all`.
PointRange combined(const std::vector<PointRange>& parts, const std::vector<double>& most,
                    PointRule rule, double most_of_all) {
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

/// Tests that count where there are no groups.
std::vector<std::string> counting_tests(const GradedProblem& problem) {
  std::vector<std::string> names;
  for (const std::string& test : problem.tests) {
    if (!model::is_sample(test)) names.push_back(test);
  }
  return names.empty() ? problem.tests : names;
}

std::vector<std::string> tests_in(const GradedProblem& problem, std::string_view group) {
  std::vector<std::string> names;
  for (const std::string& test : problem.tests) {
    if (group.empty() || lies_in(test, group)) names.push_back(test);
  }
  return names;
}

/// A group as people call it: without the folder of all secret tests.
std::string_view heading(std::string_view group) {
  constexpr std::string_view k_secret = "secret/";
  if (group.empty()) return "all test cases";
  return group.starts_with(k_secret) ? group.substr(k_secret.size()) : group;
}

class Points {
 public:
  Points(const model::Work& work, const GradedProblem& problem, const ProblemPolicy& policy,
         int decimals)
      : judgement_(work.judgement), problem_(problem), policy_(policy), decimals_(decimals) {
    for (const model::TestJudgement& test : judgement_.tests)
      ran_[test.name] = &test;
  }

  /// A work whose tests never ran.
  WorkPoints nothing(GradeStatus status, const std::string& why) {
    Tally tally;
    for (const model::GroupPolicy& group : policy_.groups) {
      tally.tests = tests_in(problem_, group.group).size();
      add_row(group.group, tally, {}, group.points, why);
    }
    if (policy_.groups.empty()) {
      tally.tests = counting_tests(problem_).size();
      add_row("", tally, {}, policy_.points, why);
    }
    result_.status = status;
    result_.words = {why};
    return std::move(result_);
  }

  WorkPoints by_policy_groups() {
    std::vector<PointRange> parts;
    std::vector<double> most;
    for (const model::GroupPolicy& group : policy_.groups) {
      const Tally tally = count(tests_in(problem_, group.group));
      const PointRange points = tally.points(group.rule, group.points);
      add_row(group.group, tally, points, group.points);
      parts.push_back(points);
      most.push_back(group.points);
    }
    return finished(combined(parts, most, policy_.rule, policy_.points), rule_words());
  }

  WorkPoints by_all_tests() {
    const Tally tally = count(counting_tests(problem_));
    const PointRange points = tally.points(policy_.rule, policy_.points);
    add_row("", tally, points, policy_.points);
    return finished(points, {});
  }

  WorkPoints by_package() {
    const bool is_judged = judgement_.verdict != Verdict::je && !judgement_.unfinished;
    const Tally whole = count(counting_tests(problem_));
    if (!judgement_.score || !is_judged) {
      // The package's own rules have no points for what the judge could not judge.
      const PointRange points{0, policy_.points};
      add_row("", whole, points, policy_.points);
      return finished(points, {});
    }
    const bool is_bounded = judgement_.max_score && *judgement_.max_score > 0;
    const double scale = is_bounded ? policy_.points / *judgement_.max_score : 1;
    std::vector<PointRange> parts;
    std::vector<double> most;
    for (const GroupJudgement& group : judgement_.groups) {
      if (!is_innermost(group) || !group.score || !group.max_score) continue;
      if (*group.max_score <= 0) continue;
      const double points = *group.score * scale;
      parts.push_back({points, points});
      most.push_back(*group.max_score * scale);
      add_row(group.name, count(tests_in(problem_, group.name)), parts.back(), most.back(),
              group.counted ? std::string() : group.note);
    }
    const double own = std::clamp(*judgement_.score * scale, 0.0, policy_.points);
    PointRange all{own, own};
    if (policy_.rule == PointRule::min && !parts.empty()) {
      all = combined(parts, most, PointRule::min, policy_.points);
    } else if (policy_.rule == PointRule::all) {
      all = combined({all}, {policy_.points}, PointRule::all, policy_.points);
    }
    if (parts.empty()) add_row("", whole, all, policy_.points);
    if (!is_bounded) {
      result_.words.push_back(
          fmt::format("the package sets no maximum score, so its {} count as they are, up to {}",
                      show(*judgement_.score), show(policy_.points)));
    }
    if (is_bounded && std::abs(scale - 1) > k_rounding) {
      result_.words.push_back(fmt::format("the package gives {} of {} points",
                                          show(*judgement_.score), show(*judgement_.max_score)));
    }
    return finished(all, policy_.rule == PointRule::sum ? "" : rule_words());
  }

 private:
  /// From 0 to 1: what the checker gives it, else everything or nothing.
  [[nodiscard]] double share_of(const model::TestJudgement& test) const {
    // Where fewer points are better they are no share of anything.
    const bool has_points = !problem_.minimizes && test.counted;
    if (has_points && test.score && test.max_score && *test.max_score > 0) {
      return std::clamp(*test.score / *test.max_score, 0.0, 1.0);
    }
    return test.verdict == Verdict::ac ? 1 : 0;
  }

  [[nodiscard]] Tally count(const std::vector<std::string>& names) const {
    Tally tally;
    tally.tests = names.size();
    for (const std::string& name : names) {
      const auto found = ran_.find(name);
      if (found == ran_.end() || found->second->verdict == Verdict::je) {
        if (tally.unknown++ == 0) tally.first_unknown = name;
        continue;
      }
      const double share = share_of(*found->second);
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

  [[nodiscard]] std::string show(double points) const {
    return model::show_points(points, decimals_);
  }

  /// Whether no other judged group lies within.
  [[nodiscard]] bool is_innermost(const GroupJudgement& group) const {
    return std::ranges::none_of(judgement_.groups, [&](const GroupJudgement& other) {
      if (other.name == group.name) return false;
      return group.name.empty() || lies_in(other.name, group.name);
    });
  }

  /// Its words are as "large 0/20: first fails secret/large/07, TLE", or end in the note.
  void add_row(std::string_view name, const Tally& tally, const PointRange& points, double most,
               const std::string& note = {}) {
    const std::string details = note.empty() ? tally.words() : note;
    model::GroupPoints row;
    row.name = name;
    row.points = points.low;
    row.max_points = most;
    row.passed = tally.passed;
    row.tests = tally.tests;
    row.words = fmt::format("{} {}{}/{}{}{}", heading(name), points.is_known() ? "" : "at least ",
                            show(points.low), show(most), details.empty() ? "" : ": ", details);
    result_.words.push_back((row.name.empty() ? "" : "group ") + row.words);
    result_.groups.push_back(std::move(row));
  }

  [[nodiscard]] std::string rule_words() const {
    switch (policy_.rule) {
      case PointRule::sum:
        return "together";
      case PointRule::min:
        return "the worst group counts:";
      case PointRule::all:
        return "everything or nothing:";
    }
    return {};
  }

  WorkPoints finished(const PointRange& points, const std::string& rule) {
    result_.points = points.low;
    const bool has_total = result_.groups.size() > 1 || policy_.rule != PointRule::sum;
    if (has_total && !rule.empty()) {
      result_.words.push_back(fmt::format("{} {}{}/{}", rule, points.is_known() ? "" : "at least ",
                                          show(points.low), show(policy_.points)));
    }
    if (!points.is_known()) {
      result_.status = GradeStatus::judge_error;
      result_.words.emplace_back(
          "part of it could not be judged, through no fault of the submission; the points are not "
          "known yet");
    }
    return std::move(result_);
  }

  const model::SubmissionJudgement& judgement_;
  const GradedProblem& problem_;
  const ProblemPolicy& policy_;
  int decimals_;
  std::map<std::string_view, const model::TestJudgement*> ran_;  ///< by name
  WorkPoints result_;
};

}  // namespace

WorkPoints points_of(const model::Work& work, const GradedProblem& problem,
                     const ProblemPolicy& policy, int decimals) {
  Points points(work, problem, policy, decimals);
  const model::SubmissionJudgement& judgement = work.judgement;
  if (!work.fault.empty()) {
    return points.nothing(GradeStatus::compile_error, "no program: " + work.fault);
  }
  if (judgement.verdict == Verdict::ce) {
    return points.nothing(GradeStatus::compile_error, "does not compile");
  }
  if (!judgement.compile.ok) {
    return points.nothing(
        GradeStatus::judge_error,
        "could not be judged, through no fault of the submission; the points are not known yet");
  }
  if (!policy.groups.empty()) return points.by_policy_groups();
  if (problem.is_scoring && !problem.minimizes) return points.by_package();
  return points.by_all_tests();
}

}  // namespace arbiter::grade
