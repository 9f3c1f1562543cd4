#include "grade/points/overrides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text.hpp"
#include "grade/points/points.hpp"
#include "model/points.hpp"

namespace arbiter::grade {
namespace {

using model::Grade;
using model::Gradebook;
using model::GradeStatus;
using model::Override;

/// Finds grades by the ids of student and problem.
class GradeIndex {
 public:
  explicit GradeIndex(const Gradebook& book) {
    for (const model::Student& student : book.students)
      students_.push_back(student.id);
    for (const model::GradedProblem& problem : book.problems)
      problems_.push_back(problem.id);
    for (std::size_t i = 0; i < book.grades.size(); ++i) {
      const Grade& grade = book.grades[i];
      grades_[{students_.at(grade.student), problems_.at(grade.problem)}] = i;
    }
  }

  [[nodiscard]] std::optional<std::size_t> find(const Override& row) const {
    const auto found = grades_.find({row.student, row.problem});
    return found == grades_.end() ? std::nullopt : std::optional(found->second);
  }

  /// Why a row leads to no grade.
  [[nodiscard]] std::string fault(const Override& row) const {
    const bool is_student =
        std::find(students_.begin(), students_.end(), row.student) != students_.end();
    const std::string& unknown = is_student ? row.problem : row.student;
    const auto near = nearest(unknown, is_student ? problems_ : students_);
    return fmt::format("overrides, line {}: unknown {} '{}'{}", row.line,
                       is_student ? "problem" : "student", unknown,
                       near ? fmt::format("; did you mean '{}'?", *near) : std::string());
  }

 private:
  std::vector<std::string> students_;
  std::vector<std::string> problems_;
  std::map<std::pair<std::string, std::string>, std::size_t> grades_;
};

void apply(const Override& row, int decimals, Grade& grade) {
  const std::string computed = model::show_points(grade.computed_points, decimals);
  const std::string reason = row.reason.empty() ? "" : ": " + row.reason;
  grade.override = row;
  if (row.is_relative) {
    grade.points =
        model::rounded_points(std::max(0.0, grade.computed_points + row.points), decimals);
    grade.words.push_back(fmt::format("changed by hand from {} by {}{}{}", computed,
                                      row.points < 0 ? "" : "+",
                                      model::show_points(row.points, decimals), reason));
    return;
  }
  grade.points = model::rounded_points(row.points, decimals);
  if (grade.status == GradeStatus::judge_error) {
    grade.status = GradeStatus::graded;
    grade.words.push_back(
        fmt::format("set by hand to {}{}", model::show_points(row.points, decimals), reason));
  } else {
    grade.words.push_back(fmt::format("set by hand from {} to {}{}", computed,
                                      model::show_points(row.points, decimals), reason));
  }
}

}  // namespace

std::vector<std::string> apply_overrides(Gradebook& book, const std::vector<Override>& overrides,
                                         const PointsByName& computed_before) {
  const GradeIndex index(book);
  std::vector<std::string> warnings;
  std::map<std::size_t, const Override*> rows;
  for (const Override& row : overrides) {
    const auto grade = index.find(row);
    if (!grade) {
      warnings.push_back(index.fault(row));
      continue;
    }
    const Override*& known = rows[*grade];
    if (known != nullptr) {
      warnings.push_back(
          fmt::format("overrides: lines {} and {} are both of {} at {}; line {} counts",
                      std::min(known->line, row.line), std::max(known->line, row.line), row.student,
                      row.problem, std::max(known->line, row.line)));
    }
    if (known == nullptr || known->line <= row.line) known = &row;
  }
  for (const auto& [place, row] : rows) {
    Grade& grade = book.grades[place];
    const auto before = computed_before.find({row->student, row->problem});
    const int decimals = book.policy.decimals;
    if (before != computed_before.end() &&
        std::abs(before->second - grade.computed_points) > 1e-9) {
      warnings.push_back(fmt::format(
          "overrides, line {}: the points computed for {} at {} beneath it were {} and are {} now",
          row->line, row->student, row->problem, model::show_points(before->second, decimals),
          model::show_points(grade.computed_points, decimals)));
    }
    if (row->is_relative && grade.status == GradeStatus::judge_error) {
      warnings.push_back(fmt::format(
          "overrides, line {}: it changes the points of {} at {}, which are not known yet",
          row->line, row->student, row->problem));
    }
    apply(*row, decimals, grade);
  }
  return warnings;
}

PointsByName computed_beneath(const Gradebook& book) {
  PointsByName points;
  for (const Grade& grade : book.grades) {
    if (!grade.override) continue;
    points[{book.students.at(grade.student).id, book.problems.at(grade.problem).id}] =
        grade.computed_points;
  }
  return points;
}

}  // namespace arbiter::grade
