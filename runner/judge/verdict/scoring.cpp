#include "judge/verdict/scoring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/text.hpp"
#include "judge/verdict/labels.hpp"
#include "judge/verdict/scoring_parts.hpp"

namespace arbiter::judge {
namespace {

using model::Verdict;

bool has(const std::vector<Grade>& children, Verdict verdict) {
  return std::ranges::find(children, verdict, &Grade::verdict) != children.end();
}

Verdict worst_of(const std::vector<Grade>& children) {
  const auto severity = [](const Grade& child) { return model::row(child.verdict).severity; };
  const auto worst = std::ranges::max_element(children, {}, severity);
  return worst == children.end() ? Verdict::ac : worst->verdict;
}

Verdict first_of(const std::vector<Grade>& children) {
  const auto found = std::ranges::find_if(
      children, [](const Grade& child) { return child.verdict != Verdict::ac; });
  return found == children.end() ? Verdict::ac : found->verdict;
}

Verdict verdict_of(const std::vector<std::string>& flags, const std::vector<Grade>& children) {
  if (has(children, Verdict::ac) && has_word(flags, "accept_if_any_accepted")) return Verdict::ac;
  std::string_view mode = "worst_error";
  for (const std::string& flag : flags) {
    if (flag == "worst_error" || flag == "no_errors" || flag == "first_error" ||
        flag == "always_accept") {
      mode = flag;
    }
  }
  if (mode == "always_accept") return Verdict::ac;
  return mode == "first_error" ? first_of(children) : worst_of(children);
}

void decide_by_tests(model::SubmissionJudgement& submission) {
  const auto& tests = submission.tests;
  const auto first_failing =
      std::ranges::find_if(tests, [](const auto& test) { return test.verdict != Verdict::ac; });
  submission.deciding_test.reset();
  submission.verdict = Verdict::ac;
  if (first_failing == tests.end()) return;
  submission.verdict = first_failing->verdict;
  submission.deciding_test = static_cast<std::size_t>(first_failing - tests.begin());
}

}  // namespace

namespace scoring {

using model::TestGroup;
using model::TestJudgement;
RanTests::RanTests(const model::Problem& problem, std::vector<TestJudgement>& tests)
    : problem_(problem) {
  for (TestJudgement& test : tests)
    by_name_.emplace(test.name, &test);
}

TestJudgement* RanTests::find(std::size_t test) const {
  const auto found = by_name_.find(problem_.tests[test].name);
  return found == by_name_.end() ? nullptr : found->second;
}

std::vector<TestJudgement*> RanTests::below(const TestGroup& group) const {
  std::vector<TestJudgement*> all;
  for (const Child& child : children_of(problem_, group)) {
    if (child.group != nullptr) {
      const auto inner = below(*child.group);
      all.insert(all.end(), inner.begin(), inner.end());
    } else if (TestJudgement* test = find(child.test)) {
      all.push_back(test);
    }
  }
  return all;
}

std::vector<Child> children_of(const model::Problem& problem, const TestGroup& group) {
  std::vector<Child> all;
  for (const TestGroup& inner : group.groups)
    all.push_back({&inner, 0});
  for (const std::size_t test : group.tests)
    all.push_back({nullptr, test});
  const auto name = [&](const Child& child) -> std::string_view {
    return child.group != nullptr ? child.group->name : problem.tests[child.test].name;
  };
  std::ranges::sort(all, model::judged_before, name);
  return all;
}

void make_fault(TestJudgement& test, std::string why) {
  test.verdict = Verdict::je;
  test.message = std::move(why);
  test.score.reset();
}

std::string failure_note(const TestJudgement& test) {
  return fmt::format("fails {}, {}", test.name, model::code(test.verdict));
}

TestJudgement* first_failing(const std::vector<TestJudgement*>& tests) {
  const auto found = std::ranges::find_if(tests, [](const TestJudgement* test) {
    return test->counted && test->verdict != Verdict::ac;
  });
  return found == tests.end() ? nullptr : *found;
}

double aggregate_scores(const std::vector<std::string>& flags, const std::vector<double>& scores) {
  if (scores.empty()) return 0;
  std::string_view mode = "sum";
  for (const std::string& flag : flags) {
    if (flag == "sum" || flag == "avg" || flag == "min" || flag == "max") mode = flag;
  }
  if (mode == "min") return *std::ranges::min_element(scores);
  if (mode == "max") return *std::ranges::max_element(scores);
  const double sum = std::accumulate(scores.begin(), scores.end(), 0.0);
  return mode == "avg" ? sum / static_cast<double>(scores.size()) : sum;
}

std::optional<double> best_of(const model::ScoreRange& range, bool minimizes) {
  const double best = minimizes ? range.low : range.high;
  if (!std::isfinite(best)) return std::nullopt;
  return best;
}

}  // namespace scoring

std::optional<Grade> default_grade(const std::vector<std::string>& flags,
                                   const std::vector<Grade>& children) {
  std::vector<Grade> counted = children;
  if (has_word(flags, "ignore_sample")) {
    if (children.empty() || children.size() > 2) return std::nullopt;
    counted = {children.back()};
  }
  std::vector<double> scores;
  scores.reserve(counted.size());
  for (const Grade& child : counted)
    scores.push_back(child.score);
  Grade grade;
  grade.verdict = verdict_of(flags, counted);
  grade.score = scoring::aggregate_scores(flags, scores);
  return grade;
}

void apply_groups(const model::Problem& problem, const Grader& grader,
                  model::SubmissionJudgement& submission) {
  for (model::TestJudgement& test : submission.tests) {
    test.counted = true;
    test.score.reset();
    test.max_score.reset();
  }
  submission.groups.clear();
  submission.score.reset();
  submission.max_score.reset();
  submission.deciding_test.reset();
  const scoring::RanTests ran(problem, submission.tests);
  switch (problem.group_rules) {
    case model::GroupRules::kattis:
      scoring::apply_kattis(problem, grader, ran, submission);
      break;
    case model::GroupRules::domjudge:
      scoring::apply_domjudge(problem, ran, submission);
      break;
    case model::GroupRules::current:
      scoring::apply_current(problem, ran, submission);
      break;
    case model::GroupRules::none:
      break;
  }
  for (std::size_t i = 0; i < submission.tests.size() && !submission.deciding_test; ++i) {
    const model::TestJudgement& test = submission.tests[i];
    if (test.counted && test.verdict == submission.verdict && test.verdict != Verdict::ac) {
      submission.deciding_test = i;
    }
  }
}

bool has_full_score(const model::Problem& problem, const model::SubmissionJudgement& submission) {
  if (submission.verdict != Verdict::ac) return false;
  if (!submission.score || !submission.max_score) return true;
  const double missing = problem.minimizes ? *submission.score - *submission.max_score
                                           : *submission.max_score - *submission.score;
  return missing <= scoring::k_rounding;
}

void aggregate(model::SubmissionJudgement& submission, std::size_t planned, bool all_selected,
               bool fail_fast, const model::Problem& problem, const Grader& grader) {
  auto& tests = submission.tests;
  std::ranges::sort(tests, model::judged_before, &model::TestJudgement::name);
  if (!submission.compile.ok) {
    submission.deciding_test.reset();
    submission.verdict = submission.compile.fault.empty() ? Verdict::ce : Verdict::je;
    // What does not compile gets no points, which is not what a fault of the judge says.
    if (problem.is_scoring && submission.verdict == Verdict::ce) submission.score = 0;
  } else if (problem.group_rules != model::GroupRules::none) {
    apply_groups(problem, grader, submission);
  } else {
    decide_by_tests(submission);
  }
  const bool stopped_early = fail_fast && submission.deciding_test.has_value();
  submission.unfinished = submission.compile.ok && tests.size() != planned && !stopped_early;
  if (submission.unfinished) submission.score.reset();
  const bool all_ran = all_selected && tests.size() == planned;
  const bool is_full = has_full_score(problem, submission);
  submission.expectation_note = submission.unfinished
                                    ? "not all of its test cases have run"
                                    : check_expectation(submission, all_ran, is_full);
  submission.as_expected = submission.expectation_note.empty();
}

int exit_status_of(const model::Judgement& judgement) {
  const auto any = [&](auto&& holds) { return std::ranges::any_of(judgement.submissions, holds); };
  if (judgement.interrupted) return 130;
  if (any([](const auto& s) {
        return s.verdict == Verdict::je || std::ranges::any_of(s.tests, [](const auto& test) {
                 return test.verdict == Verdict::je;
               });
      })) {
    return 5;
  }
  if (any([](const auto& s) { return !s.as_expected; })) return 1;
  return 0;
}

}  // namespace arbiter::judge
