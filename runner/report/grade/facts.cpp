#include "report/grade/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "model/points.hpp"
#include "model/reason.hpp"

namespace arbiter::report {
namespace {

using model::Gradebook;
using model::GradeStatus;
using model::Verdict;

// Runs of the same program differ by less than a tenth on a quiet machine.
constexpr double k_near = 0.9;
constexpr double k_beyond = 1.1;

bool is_near(double used, double limit) {
  return limit > 0 && used > k_near * limit && used < k_beyond * limit;
}

/// Empty: it was near no limit.
std::string words_for(const model::TestJudgement& test, const model::RunLimits& limits) {
  using model::Ending;
  const model::RunRecord& run = test.run;
  const std::string_view verdict = model::code(test.verdict);
  if (run.ending == Ending::wall_limit && run.cpu < limits.time) {
    return fmt::format("{} after {}, of it only {} of CPU time{}", verdict, show(run.wall),
                       show(run.cpu), run.was_rerun ? "; so it was run again, alone" : "");
  }
  if (is_near(seconds(run.cpu), seconds(limits.time))) {
    return fmt::format("{} with {} of {} of CPU time", verdict, show(run.cpu), show(limits.time));
  }
  const auto used = static_cast<double>(run.memory.count);
  if (is_near(used, static_cast<double>(limits.memory.count))) {
    return fmt::format("{} with {} of {} of memory", verdict, show(run.memory),
                       show(limits.memory));
  }
  return {};
}

}  // namespace

const model::Grade* grade_of(const Gradebook& book, std::size_t student, std::size_t problem) {
  const std::size_t at = student * book.problems.size() + problem;
  if (problem >= book.problems.size() || at >= book.grades.size()) return nullptr;
  return &book.grades[at];
}

const model::Attempt* counting_attempt(const Gradebook& book, const model::Grade& grade) {
  if (!grade.attempt || *grade.attempt >= book.attempts.size()) return nullptr;
  return &book.attempts[*grade.attempt];
}

const model::Work* counting_work(const Gradebook& book, const model::Grade& grade) {
  if (counting_attempt(book, grade) == nullptr || grade.work >= book.works.size()) return nullptr;
  return &book.works[grade.work];
}

std::optional<Verdict> grade_verdict(const Gradebook& book, const model::Grade& grade) {
  if (model::is_blank(grade.status)) return std::nullopt;
  if (grade.status == GradeStatus::judge_error) return Verdict::je;
  if (grade.status == GradeStatus::compile_error) return Verdict::ce;
  const model::Work* work = counting_work(book, grade);
  if (work == nullptr || work->judgement.unfinished) return std::nullopt;
  return work->judgement.verdict;
}

std::vector<CloseCall> close_calls(const model::Gradebook& book) {
  std::vector<CloseCall> all;
  for (const model::Grade& grade : book.grades) {
    const model::Work* work = counting_work(book, grade);
    if (work == nullptr) continue;
    for (const model::TestJudgement& test : work->judgement.tests) {
      const std::string words = words_for(test, work->judgement.limits);
      if (!words.empty()) all.push_back({grade.student, grade.problem, test.name, words});
    }
  }
  return all;
}

std::string representative_of(const Gradebook& book, const model::MistakeCluster& cluster) {
  if (cluster.works.empty() || cluster.works.front() >= book.works.size()) return {};
  const auto found =
      std::find(book.attempts.begin(), book.attempts.end(), book.works[cluster.works.front()]);
  return found == book.attempts.end() ? std::string() : found->origin;
}

GradeTotal total_of(const Gradebook& book, const model::Grade& grade) {
  const model::Attempt* attempt = counting_attempt(book, grade);
  return {grade.points,
          grade.max_points,
          grade.raw_points,
          grade.late_minutes,
          grade.late_penalty,
          grade.status,
          grade_verdict(book, grade),
          model::is_blank(grade.status) && !grade.override,
          attempt == nullptr ? std::string() : attempt->sha256};
}

std::string names_of(const Gradebook& book, const std::vector<std::string>& students) {
  return joined(students, " and ", [&](const std::string& id) {
    const auto student = std::ranges::find(book.students, id, &model::Student::id);
    return student == book.students.end() || student->name.empty() ? id : student->name;
  });
}

std::string likeness_words(const model::LookAlike& group) {
  if (group.is_identical) return "the same bytes";
  return group.lines.empty() ? "the same but for comments, blanks and names"
                             : fmt::format("{}% alike", group.score);
}

GradeTotal total_of(const Gradebook& book, std::size_t student) {
  // The first of these that any problem has counts.
  constexpr std::array k_statuses{GradeStatus::judge_error, GradeStatus::graded,
                                  GradeStatus::compile_error, GradeStatus::not_graded,
                                  GradeStatus::no_submission};
  const auto rank = [&](GradeStatus status) { return std::ranges::find(k_statuses, status); };
  GradeTotal total;
  for (std::size_t p = 0; p < book.problems.size(); ++p) {
    const model::Grade* grade = grade_of(book, student, p);
    if (grade == nullptr) continue;
    const GradeTotal one = total_of(book, *grade);
    total.points += one.points;
    total.max_points += one.max_points;
    total.raw_points += one.raw_points;
    total.late_minutes = std::max(total.late_minutes, one.late_minutes);
    total.late_penalty += one.late_penalty;
    if (rank(one.status) < rank(total.status)) total.status = one.status;
    total.is_blank = total.is_blank && one.is_blank;
    if (one.verdict && (!total.verdict || *total.verdict == Verdict::ac))
      total.verdict = one.verdict;
    if (!one.sha256.empty()) total.sha256 += (total.sha256.empty() ? "" : " ") + one.sha256;
  }
  // What adding up decimal fractions leaves behind the sixth decimal is no points.
  for (double* sum : {&total.points, &total.max_points, &total.raw_points, &total.late_penalty})
    *sum = model::rounded_points(*sum, 6);
  return total;
}

std::string lasting_message(const model::TestJudgement& test) {
  const bool is_measured = !model::lasting_reason(test, {}).empty();
  return is_measured ? std::string() : test.message;
}

}  // namespace arbiter::report
