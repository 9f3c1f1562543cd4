#include "grade/points/overrides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "grade/points/points.hpp"
#include "model/points.hpp"

namespace arbiter::grade {
namespace {

using model::Grade;
using model::Gradebook;
using model::GradeStatus;
using model::Override;

/// The ids of students or of problems.
template <class T>
std::vector<std::string> ids_of(const std::vector<T>& all) {
  std::vector<std::string> ids;
  for (const T& one : all)
    ids.push_back(one.id);
  return ids;
}

/// Why a row leads to no grade.
std::string fault_of(const Override& row, const Gradebook& book) {
  std::vector<std::string> known = ids_of(book.students);
  const bool is_student = std::find(known.begin(), known.end(), row.student) != known.end();
  if (is_student) known = ids_of(book.problems);
  const std::string& unknown = is_student ? row.problem : row.student;
  const auto near = nearest(unknown, known);
  return fmt::format("overrides, line {}: unknown {} '{}'{}", row.line,
                     is_student ? "problem" : "student", unknown,
                     near ? fmt::format("; did you mean '{}'?", *near) : std::string());
}

void apply(const Override& row, int decimals, Grade& grade) {
  const std::string computed = model::show_points(grade.computed_points, decimals);
  const std::string points = model::show_points(row.points, decimals);
  std::string words;
  grade.override = row;
  grade.points = model::rounded_points(row.points, decimals);
  if (row.is_relative) {
    grade.points =
        model::rounded_points(std::max(0.0, grade.computed_points + row.points), decimals);
    words =
        fmt::format("changed by hand from {} by {}{}", computed, row.points < 0 ? "" : "+", points);
  } else if (grade.status == GradeStatus::judge_error) {
    grade.status = GradeStatus::graded;
    words = "set by hand to " + points;
  } else {
    words = fmt::format("set by hand from {} to {}", computed, points);
  }
  grade.words.push_back(words + (row.reason.empty() ? "" : ": " + row.reason));
}

}  // namespace

std::vector<std::string> apply_overrides(Gradebook& book, const std::vector<Override>& overrides,
                                         const PointsByName& computed_before) {
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  for (std::size_t i = 0; i < book.grades.size(); ++i) {
    const Grade& grade = book.grades[i];
    places[{book.students.at(grade.student).id, book.problems.at(grade.problem).id}] = i;
  }
  std::vector<std::string> warnings;
  std::map<std::size_t, const Override*> rows;
  for (const Override& row : overrides) {
    const auto place = places.find({row.student, row.problem});
    if (place == places.end()) {
      warnings.push_back(fault_of(row, book));
      continue;
    }
    const Override*& known = rows[place->second];
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
