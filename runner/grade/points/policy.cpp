#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include "base/instant.hpp"
#include "base/text.hpp"
#include "grade/points/points.hpp"
#include "judge/run/plan.hpp"
#include "model/points.hpp"

namespace arbiter::grade {
namespace {

using model::GradingPolicy;
using model::GroupPolicy;
using model::Problem;
using model::ProblemPolicy;

// Stable codes of these diagnostics; a code never changes its meaning.
constexpr std::string_view k_no_problem = "R001";
constexpr std::string_view k_no_group = "R002";
constexpr std::string_view k_no_points = "R003";
constexpr std::string_view k_no_language = "R004";

/// Folders of tests: each test's own, and those around it.
std::vector<std::string> groups_of(const Problem& problem) {
  std::set<std::string> groups;
  for (const model::TestCase& test : problem.tests) {
    for (std::size_t end = test.name.find('/'); end != std::string::npos;
         end = test.name.find('/', end + 1)) {
      groups.insert(test.name.substr(0, end));
    }
  }
  return {groups.begin(), groups.end()};
}

std::string percent(double value) {
  return model::show_points(value, 2) + " %";
}

std::string span(Nanoseconds time) {
  return show_span(std::chrono::duration_cast<std::chrono::seconds>(time).count());
}

std::string price_words(double each, std::string_view unit, const model::LatePolicy& late) {
  const std::string most = late.most_percent ? ", at most " + percent(*late.most_percent) : "";
  return fmt::format(", minus {} for each {}{}", percent(each), unit, most);
}

std::string late_words(const model::LatePolicy& late) {
  if (!late.due) return "no deadline";
  std::string words = "due " + show_instant(*late.due, late.zone);
  if (late.grace.count() > 0) words += fmt::format(" ({} of grace)", span(late.grace));
  for (const model::LateStep& step : late.steps)
    words += fmt::format(", minus {} up to {} late", percent(step.percent), span(step.until));
  if (!late.steps.empty()) words += ", then no points";
  if (late.percent_per_day) words += price_words(*late.percent_per_day, "day", late);
  if (late.percent_per_hour) words += price_words(*late.percent_per_hour, "hour", late);
  if (late.closes) words += fmt::format(", closed {} after it", span(*late.closes));
  return words;
}

class PolicyCheck {
 public:
  explicit PolicyCheck(const std::string& file) : file_(file) {}

  void check(const ProblemPolicy& policy, const std::vector<Problem>& problems) {
    const auto problem = std::ranges::find(problems, policy.problem, &Problem::id);
    if (problem == problems.end()) {
      // One that lies beside grading.yaml is only not judged now.
      std::error_code ignored;
      const std::filesystem::path beside = std::filesystem::path(file_).parent_path();
      if (std::filesystem::is_directory(beside / policy.problem, ignored)) return;
      add(Severity::error, k_no_problem, policy.line,
          fmt::format("unknown problem '{}'", policy.problem),
          helps(policy.problem, ids_of(problems)));
      return;
    }
    for (const GroupPolicy& group : policy.groups)
      check(group, *problem);
    if (!policy.groups.empty()) check_rest(policy, *problem);
  }

  void add(Severity severity, std::string_view code, int line, std::string message,
           std::vector<std::string> helps) {
    Place place{file_, line, line > 0 ? 1 : 0, 1, {}};
    diagnostics_.push_back(
        {severity, std::string(code), std::move(message), std::move(place), {}, std::move(helps)});
  }

  static std::vector<std::string> helps(const std::string& word,
                                        const std::vector<std::string>& known) {
    if (const auto near = nearest(word, known)) return {fmt::format("did you mean '{}'?", *near)};
    if (known.empty() || known.size() > 12) return {};
    return {fmt::format("known are: {}", fmt::join(known, ", "))};
  }

  std::vector<Diagnostic> take() { return std::move(diagnostics_); }

 private:
  void check(const GroupPolicy& group, const Problem& problem) {
    const bool is_there = std::ranges::any_of(problem.tests, [&](const model::TestCase& test) {
      return lies_in(test.name, group.group);
    });
    if (is_there) return;
    add(Severity::error, k_no_group, group.line,
        fmt::format("the problem '{}' has no tests in '{}'", problem.id, group.group),
        helps(group.group, groups_of(problem)));
  }

  void check_rest(const ProblemPolicy& policy, const Problem& problem) {
    std::vector<std::string> rest;
    for (const model::TestCase& test : problem.tests) {
      const bool counts = std::ranges::any_of(
          policy.groups, [&](const GroupPolicy& group) { return lies_in(test.name, group.group); });
      if (!counts && !model::is_sample(test.name)) rest.push_back(test.name);
    }
    if (rest.empty()) return;
    add(Severity::warning, k_no_points, policy.line,
        fmt::format("{} of '{}' {} in none of its groups and {} no points: {}{}",
                    rest.size() == 1 ? "a test case" : fmt::format("{} test cases", rest.size()),
                    problem.id, rest.size() == 1 ? "is" : "are",
                    rest.size() == 1 ? "gives" : "give", rest.front(),
                    rest.size() == 1 ? "" : ", …"),
        {"name a group for them, or give it 0 points to say that this is meant"});
  }

  const std::string& file_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace

ProblemPolicy policy_of(std::string_view problem, const GradingPolicy& policy) {
  const auto named = std::ranges::find(policy.problems, problem, &ProblemPolicy::problem);
  if (named != policy.problems.end()) return *named;
  ProblemPolicy plain;
  plain.problem = problem;
  return plain;
}

std::string policy_words(const GradingPolicy& policy) {
  std::string words = policy.problems.empty() ? "100 points for each problem" : "";
  const auto add = [&](const std::string& more) { words += (words.empty() ? "" : "; ") + more; };
  add(late_words(policy.late));
  const bool has_own = std::ranges::any_of(
      policy.problems, [](const ProblemPolicy& problem) { return problem.late.has_value(); });
  if (has_own) add("some problems have a rule of their own for lateness");
  add(policy.attempts == model::AttemptRule::best ? "the best attempt counts"
                                                  : "the last attempt counts");
  return words;
}

model::GradedProblem graded_problem(const Problem& problem, const GradingPolicy& policy) {
  const ProblemPolicy own = policy_of(problem.id, policy);
  model::GradedProblem graded;
  graded.id = problem.id;
  graded.title = own.title;
  if (graded.title.empty() && !problem.name.empty()) {
    const auto english = problem.name.find("en");
    graded.title = english != problem.name.end() ? english->second : problem.name.begin()->second;
  }
  if (graded.title.empty()) graded.title = problem.id;
  graded.root = problem.root.string();
  graded.max_points = own.points;
  graded.is_scoring = problem.is_scoring;
  graded.minimizes = problem.minimizes;
  for (const model::TestCase& test : problem.tests) {
    graded.tests.push_back(test.name);
    graded.visibilities.push_back(visibility_of(test.name, policy.feedback));
  }
  return graded;
}

std::vector<Diagnostic> check_policy(const GradingPolicy& policy,
                                     const std::vector<Problem>& problems,
                                     const std::set<std::string>& languages,
                                     const std::string& file) {
  PolicyCheck all(file);
  for (const ProblemPolicy& problem : policy.problems)
    all.check(problem, problems);
  for (const auto& [language, factor] : policy.time_factors) {
    if (languages.count(language) != 0) continue;
    all.add(Severity::warning, k_no_language, 0,
            fmt::format("'time_factors' names the unknown language '{}'", language),
            PolicyCheck::helps(language, {languages.begin(), languages.end()}));
  }
  return all.take();
}

model::Visibility visibility_of(std::string_view test, const model::FeedbackPolicy& policy) {
  if (model::is_sample(test)) return model::Visibility::sample;
  const bool is_open = std::ranges::any_of(
      policy.open_tests, [&](const std::string& glob) { return judge::matches_glob(glob, test); });
  return is_open ? model::Visibility::open : model::Visibility::hidden;
}

}  // namespace arbiter::grade
