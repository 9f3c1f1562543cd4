#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "judge/verdict/scoring_parts.hpp"
#include "model/points.hpp"

namespace arbiter::judge::scoring {
namespace {

using model::GroupJudgement;
using model::LegacyGrading;
using model::TestGroup;
using model::TestJudgement;
using model::Verdict;

class Kattis {
 public:
  Kattis(const model::Problem& problem, const Grader& grader, const RanTests& ran,
         std::vector<GroupJudgement>& groups)
      : problem_(problem), grader_(grader), ran_(ran), groups_(groups) {}

  /// None where no test of the group has run.
  std::optional<Grade> judge(const TestGroup& group) {
    if (ran_.below(group).empty()) return std::nullopt;
    const std::size_t place = groups_.size();
    groups_.emplace_back();
    std::vector<Grade> grades;
    bool is_over = false;
    for (const Child& child : children_of(problem_, group)) {
      if (is_over) {
        pass_over(child, group);
        continue;
      }
      const auto grade = child.group != nullptr ? judge(*child.group) : judge(child.test, group);
      if (!grade) continue;
      grades.push_back(*grade);
      is_over = grade->verdict != Verdict::ac && group.grading.breaks_on_reject;
    }
    std::string note;
    const Grade grade = grade_of(group, grades, note);
    groups_[place] = finished(group, grade, std::move(note));
    return grade;
  }

 private:
  std::optional<Grade> judge(std::size_t index, const TestGroup& group) {
    TestJudgement* test = ran_.find(index);
    if (test == nullptr) return std::nullopt;
    const LegacyGrading& grading = group.grading;
    if (problem_.is_scoring) check_score_file(*test);
    const bool is_accepted = test->verdict == Verdict::ac;
    double score = is_accepted ? grading.accept_score : grading.reject_score;
    if (is_accepted && test->score_file) score = *test->score_file;
    if (problem_.is_scoring && test->verdict != Verdict::je) {
      test->score = score;
      const bool may_differ = problem_.has_custom_score || problem_.allows_score_files;
      if (!may_differ) test->max_score = grading.accept_score;
    }
    return Grade{test->verdict, score};
  }

  void check_score_file(TestJudgement& test) const {
    if (test.verdict == Verdict::je) return;
    if (test.score_multiplier) {
      make_fault(test,
                 "the output validator wrote score_multiplier.txt, which legacy packages "
                 "do not have");
    } else if (test.score_file && !problem_.has_custom_score && !problem_.allows_score_files) {
      make_fault(test,
                 "the output validator wrote score.txt, but problem.yaml does not say "
                 "'validation: custom score'");
    } else if (test.verdict == Verdict::ac && problem_.has_custom_score && !test.score_file) {
      make_fault(test,
                 "the output validator wrote no score.txt, though problem.yaml says "
                 "'validation: custom score'");
    }
  }

  /// The group before this child has stopped at its first failure.
  void pass_over(const Child& child, const TestGroup& around) {
    if (child.group == nullptr) {
      if (TestJudgement* test = ran_.find(child.test)) test->counted = false;
      return;
    }
    const auto tests = ran_.below(*child.group);
    for (TestJudgement* test : tests)
      test->counted = false;
    if (tests.empty()) return;
    GroupJudgement judged;
    judged.name = child.group->name;
    judged.verdict = Verdict::wa;
    judged.counted = false;
    judged.note = fmt::format("not counted: {} stops at its first failure",
                              around.name.empty() ? "the problem" : around.name);
    groups_.push_back(std::move(judged));
  }

  Grade grade_of(const TestGroup& group, const std::vector<Grade>& grades, std::string& note) {
    const Grade fault{Verdict::je, 0};
    const LegacyGrading& grading = group.grading;
    if (std::ranges::find(grades, Verdict::je, &Grade::verdict) != grades.end()) return fault;
    if (!grading.has_custom_grader) {
      if (const auto grade = default_grade(grading.grader_flags, grades)) return *grade;
      note = fmt::format("'ignore_sample' stands at a group of {} children; it is for at most two",
                         grades.size());
      return fault;
    }
    if (!grader_) {
      note = "the group asks for the package's grader, which does not exist";
      return fault;
    }
    const auto grade = grader_(grading.grader_flags, grades);
    if (grade) return *grade;
    note = "the grader failed: " + grade.error().text();
    return fault;
  }

  GroupJudgement finished(const TestGroup& group, const Grade& grade, std::string note) const {
    GroupJudgement judged;
    judged.name = group.name;
    judged.verdict = grade.verdict;
    judged.note = std::move(note);
    const model::ScoreRange& range = group.grading.range;
    if (problem_.is_scoring && grade.verdict != Verdict::je) judged.score = grade.score;
    if (problem_.is_scoring) judged.max_score = best_of(range, problem_.minimizes);
    if (!judged.note.empty()) return judged;
    const bool is_outside =
        grade.score < range.low - k_rounding || grade.score > range.high + k_rounding;
    if (judged.score && grade.verdict == Verdict::ac && is_outside) {
      judged.note = fmt::format("the package allows only {} to {} points here",
                                model::show_points(range.low), model::show_points(range.high));
    } else if (grade.verdict != Verdict::ac || is_missing_points(judged)) {
      if (const TestJudgement* failing = first_failing(ran_.below(group))) {
        judged.note = failure_note(*failing);
      }
    }
    return judged;
  }

  [[nodiscard]] bool is_missing_points(const GroupJudgement& judged) const {
    return judged.score && judged.max_score &&
           (problem_.minimizes ? *judged.score > *judged.max_score
                               : *judged.score < *judged.max_score);
  }

  const model::Problem& problem_;
  const Grader& grader_;
  const RanTests& ran_;
  std::vector<GroupJudgement>& groups_;
};

/// The bound that the package gives to the whole score, be it at the root or at the secret tests.
std::optional<double> best_score(const model::Problem& problem) {
  if (const auto best = best_of(problem.data.grading.range, problem.minimizes)) return best;
  for (const TestGroup& group : problem.data.groups) {
    if (group.name == "secret") return best_of(group.grading.range, problem.minimizes);
  }
  return std::nullopt;
}

}  // namespace

void apply_kattis(const model::Problem& problem, const Grader& grader, const RanTests& ran,
                  model::SubmissionJudgement& submission) {
  Kattis kattis(problem, grader, ran, submission.groups);
  const Grade grade = kattis.judge(problem.data).value_or(Grade{});
  submission.verdict = grade.verdict;
  if (!problem.is_scoring) return;
  submission.max_score = best_score(problem);
  if (grade.verdict != Verdict::je) submission.score = grade.score;
}

}  // namespace arbiter::judge::scoring
