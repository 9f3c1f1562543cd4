#include "base/text.hpp"
#include "judge/verdict/scoring_parts.hpp"

namespace arbiter::judge::scoring {
namespace {

using model::GroupJudgement;
using model::TestGroup;
using model::TestJudgement;
using model::Verdict;

/// The points of some children; those that give none are left out.
struct Points {
  std::vector<double> scores;
  std::vector<double> best;
  bool is_best_known = true;

  void add(double score, std::optional<double> most) {
    scores.push_back(score);
    if (most) {
      best.push_back(*most);
    } else {
      is_best_known = false;
    }
  }
};

void add_own_tests(const RanTests& ran, const TestGroup& group, Points& points) {
  std::vector<TestJudgement*> tests;
  for (const std::size_t index : group.tests) {
    if (TestJudgement* test = ran.find(index)) tests.push_back(test);
  }
  if (tests.empty()) return;
  std::vector<double> scores;
  bool has_files = false;
  for (TestJudgement* test : tests) {
    const bool was_checked = test->verdict == Verdict::ac || test->verdict == Verdict::wa;
    if (was_checked && test->score_file) {
      test->score = test->score_file;
      has_files = true;
    }
    scores.push_back(test->score.value_or(0));
  }
  if (has_files) {
    points.add(aggregate_scores(group.own_grader_flags, scores),
               best_of(group.grading.range, false));
  } else if (group.own_accept_score) {
    const double all = *group.own_accept_score;
    points.add(first_failing(tests) == nullptr ? all : 0, all);
  }
}

GroupJudgement finished(const TestGroup& group, const Points& points,
                        const std::vector<TestJudgement*>& tests) {
  GroupJudgement judged;
  judged.name = group.name;
  const TestJudgement* failing = first_failing(tests);
  judged.verdict = failing != nullptr ? failing->verdict : Verdict::ac;
  if (failing != nullptr) judged.note = failure_note(*failing);
  if (points.scores.empty()) return judged;
  judged.score = aggregate_scores(group.own_grader_flags, points.scores);
  if (points.is_best_known) {
    judged.max_score = aggregate_scores(group.own_grader_flags, points.best);
  }
  return judged;
}

/// The place of the group in what is judged; none where no test of it has run.
std::optional<std::size_t> judge_group(const RanTests& ran, const TestGroup& group,
                                       std::vector<GroupJudgement>& groups) {
  const auto tests = ran.below(group);
  if (tests.empty()) return std::nullopt;
  const std::size_t place = groups.size();
  groups.emplace_back();
  const bool ignores_sample = has_word(group.own_grader_flags, "ignore_sample");
  Points points;
  for (const TestGroup& inner : group.groups) {
    const auto judged = judge_group(ran, inner, groups);
    // A sample that says nothing of points gives none, whatever the validator writes for it.
    const bool is_silent = ignores_sample || !inner.has_own_file;
    if (!judged || (is_silent && inner.name == "sample")) continue;
    const GroupJudgement& child = groups[*judged];
    if (child.score) points.add(*child.score, child.max_score);
  }
  add_own_tests(ran, group, points);
  groups[place] = finished(group, points, tests);
  return place;
}

}  // namespace

void apply_domjudge(const model::Problem& problem, const RanTests& ran,
                    model::SubmissionJudgement& submission) {
  submission.verdict = Verdict::ac;
  if (!judge_group(ran, problem.data, submission.groups)) return;
  const GroupJudgement& all = submission.groups.front();
  submission.verdict = all.verdict;
  submission.score = all.score.value_or(0);
  submission.max_score = all.max_score;
}

}  // namespace arbiter::judge::scoring
