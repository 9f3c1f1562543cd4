#include "judge/verdict/aggregate.hpp"

#include <algorithm>

#include "judge/verdict/labels.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {
namespace {

using model::Verdict;

Verdict verdict_of_compile(const model::CompileJudgement& compile) {
  return compile.fault.empty() ? Verdict::ce : Verdict::je;
}

/// The first failing test decides.
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

void aggregate(model::SubmissionJudgement& submission, std::size_t planned, bool all_selected,
               bool fail_fast, const model::Problem* problem, const Grader& grader) {
  auto& tests = submission.tests;
  std::ranges::sort(tests, [](const model::TestJudgement& a, const model::TestJudgement& b) {
    return model::judged_before(a.name, b.name);
  });
  const bool by_groups = problem != nullptr && problem->group_rules != model::GroupRules::none;
  if (!submission.compile.ok) {
    submission.deciding_test.reset();
    submission.verdict = verdict_of_compile(submission.compile);
    // What does not compile gets no points, which is not what a fault of the judge says.
    if (problem != nullptr && problem->is_scoring && submission.verdict == Verdict::ce) {
      submission.score = 0;
    }
  } else if (by_groups) {
    apply_groups(*problem, grader, submission);
  } else {
    decide_by_tests(submission);
  }
  const bool stopped_early = fail_fast && submission.deciding_test.has_value();
  submission.unfinished = submission.compile.ok && tests.size() != planned && !stopped_early;
  if (submission.unfinished) submission.score.reset();
  const bool all_ran = all_selected && tests.size() == planned;
  const bool is_full = problem == nullptr || has_full_score(*problem, submission);
  const Expectation expectation = check_expectation(submission, all_ran, is_full);
  submission.as_expected = expectation.holds && !submission.unfinished;
  submission.expectation_note =
      submission.unfinished ? "not all of its tests have run" : expectation.note;
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
