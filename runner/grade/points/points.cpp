#include "grade/points/points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "grade/points/policy.hpp"
#include "grade/points/tally.hpp"
#include "model/points.hpp"

namespace arbiter::grade {
namespace {

using model::GradedProblem;
using model::GradeStatus;
using model::GroupJudgement;
using model::GroupPoints;
using model::PointRule;
using model::ProblemPolicy;
using model::Verdict;

/// Tests that count where there are no groups.
std::vector<std::string> counting_tests(const GradedProblem& problem) {
  std::vector<std::string> names;
  for (const std::string& test : problem.tests) {
    if (!is_sample(test)) names.push_back(test);
  }
  return names.empty() ? problem.tests : names;
}

std::vector<std::string> tests_in(const GradedProblem& problem, std::string_view group) {
  std::vector<std::string> names;
  for (const std::string& test : problem.tests) {
    if (group.empty() || lies_in_group(test, group)) names.push_back(test);
  }
  return names;
}

std::string heading(std::string_view group) {
  return group.empty() ? "all tests" : short_name(group);
}

GroupPoints group_row(std::string_view name, const Tally& tally, const PointRange& points,
                      double most, int decimals) {
  GroupPoints row;
  row.name = name;
  row.points = points.low;
  row.max_points = most;
  row.passed = tally.passed;
  row.tests = tally.tests;
  row.words = words_of(heading(name), tally, points, most, decimals);
  return row;
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
    std::vector<std::pair<std::string, double>> rows;
    for (const model::GroupPolicy& group : policy_.groups)
      rows.emplace_back(group.group, group.points);
    if (rows.empty()) rows.emplace_back("", policy_.points);
    for (const auto& [name, most] : rows) {
      GroupPoints row;
      row.name = name;
      row.max_points = most;
      row.tests = (name.empty() ? counting_tests(problem_) : tests_in(problem_, name)).size();
      row.words = fmt::format("{} 0/{}: {}", heading(name), show(most), why);
      result_.groups.push_back(std::move(row));
    }
    result_.status = status;
    result_.words.push_back(why);
    return std::move(result_);
  }

  WorkPoints by_policy_groups() {
    std::vector<PointRange> parts;
    std::vector<double> most;
    for (const model::GroupPolicy& group : policy_.groups) {
      const Tally tally = count(tests_in(problem_, group.group));
      const PointRange points = tally.points(group.rule, group.points);
      add_row(group_row(group.group, tally, points, group.points, decimals_));
      parts.push_back(points);
      most.push_back(group.points);
    }
    return finished(combined(parts, most, policy_.rule, policy_.points), rule_words());
  }

  WorkPoints by_all_tests() {
    const Tally tally = count(counting_tests(problem_));
    const PointRange points = tally.points(policy_.rule, policy_.points);
    add_row(group_row("", tally, points, policy_.points, decimals_));
    return finished(points, {});
  }

  WorkPoints by_package() {
    const bool is_judged = judgement_.verdict != Verdict::je && !judgement_.unfinished;
    if (!judgement_.score || !is_judged) return package_fault();
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
      add_package_row(group, points, most.back());
    }
    const double own = std::clamp(*judgement_.score * scale, 0.0, policy_.points);
    PointRange all{own, own};
    if (policy_.rule == PointRule::min && !parts.empty()) {
      all = combined(parts, most, PointRule::min, policy_.points);
    } else if (policy_.rule == PointRule::all) {
      all = combined({all}, {policy_.points}, PointRule::all, policy_.points);
    }
    if (parts.empty()) {
      const Tally tally = count(counting_tests(problem_));
      add_row(group_row("", tally, all, policy_.points, decimals_));
    }
    if (!is_bounded) {
      result_.words.push_back(
          fmt::format("the package sets no maximum score, so its {} count as they are, up to {}",
                      show(*judgement_.score), show(policy_.points)));
    }
    const bool is_scaled = is_bounded && std::abs(scale - 1) > 1e-9;
    if (is_scaled) {
      result_.words.push_back(fmt::format("the package gives {} of {} points",
                                          show(*judgement_.score), show(*judgement_.max_score)));
    }
    return finished(all, policy_.rule == PointRule::sum ? "" : rule_words());
  }

 private:
  /// Where fewer points are better they are no share of anything.
  [[nodiscard]] Tally count(const std::vector<std::string>& names) const {
    return tally_of(names, ran_, problem_.minimizes ? Shares::verdicts : Shares::points);
  }

  [[nodiscard]] std::string show(double points) const {
    return model::show_points(points, decimals_);
  }

  /// Whether no other judged group lies within.
  [[nodiscard]] bool is_innermost(const GroupJudgement& group) const {
    return std::none_of(judgement_.groups.begin(), judgement_.groups.end(),
                        [&](const GroupJudgement& other) {
                          if (other.name == group.name) return false;
                          return group.name.empty() || lies_in_group(other.name, group.name);
                        });
  }

  void add_row(GroupPoints row) {
    result_.words.push_back((row.name.empty() ? "" : "group ") + row.words);
    result_.groups.push_back(std::move(row));
  }

  void add_package_row(const GroupJudgement& group, double points, double most) {
    const Tally tally = count(tests_in(problem_, group.name));
    GroupPoints row = group_row(group.name, tally, {points, points}, most, decimals_);
    if (!group.counted && !group.note.empty()) {
      row.words =
          fmt::format("{} {}/{}: {}", heading(group.name), show(points), show(most), group.note);
    }
    add_row(std::move(row));
  }

  /// The package's own rules have no points for what the judge could not judge.
  WorkPoints package_fault() {
    const Tally tally = count(counting_tests(problem_));
    const PointRange points{0, policy_.points};
    add_row(group_row("", tally, points, policy_.points, decimals_));
    return finished(points, {});
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
  RanTests ran_;
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
