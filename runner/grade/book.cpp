#include "grade/book.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/csv.hpp"
#include "base/file.hpp"
#include "grade/likeness/clusters.hpp"
#include "grade/likeness/look_alike.hpp"
#include "package/yaml/yaml_reader.hpp"

namespace arbiter::grade {
namespace {

/// For each index of before its index among those that are kept.
std::vector<std::size_t> renumbered(const std::vector<bool>& kept) {
  std::vector<std::size_t> numbers(kept.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    numbers[i] = next;
    if (kept[i]) ++next;
  }
  return numbers;
}

/// Leaves the rows that are kept; returns which these are.
template <class Row>
std::vector<std::size_t> keep(std::vector<Row>& rows, const std::vector<bool>& kept) {
  std::vector<std::size_t> places;
  std::vector<Row> all = std::exchange(rows, {});
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!kept[i]) continue;
    places.push_back(i);
    rows.push_back(std::move(all[i]));
  }
  return places;
}

void keep_students(std::vector<std::size_t>& students, const std::vector<bool>& kept,
                   const std::vector<std::size_t>& numbers) {
  std::erase_if(students, [&](std::size_t student) { return !kept[student]; });
  for (std::size_t& student : students)
    student = numbers[student];
}

SourcePrint print_of(const std::optional<judge::Submission>& submission) {
  if (!submission) return {};
  std::vector<std::string> files;
  for (const judge::ProgramFile& file : submission->files) {
    auto bytes = read_file(file.path, mib(1), file.links);
    if (bytes) files.push_back(std::move(*bytes));
  }
  return source_print(submission->language->id, files);
}

/// Decisions about those who are not in the book would be warned of.
template <class Row>
std::vector<Row> about(const model::Gradebook& book, std::vector<Row> rows) {
  std::erase_if(rows, [&](const Row& row) {
    const bool has_student =
        std::ranges::find(book.students, row.student, &model::Student::id) != book.students.end();
    const bool has_problem =
        row.problem.empty() || std::ranges::find(book.problems, row.problem,
                                                 &model::GradedProblem::id) != book.problems.end();
    return !has_student || !has_problem;
  });
  return rows;
}

std::string decision_of(const model::Override& row) {
  return fmt::format("{}{} {}", row.is_relative ? "by " : "", row.points, row.reason);
}

}  // namespace

BookPart part_of(model::Gradebook whole, const std::vector<bool>& students,
                 const std::vector<bool>& problems) {
  BookPart part;
  part.is_whole = std::ranges::count(students, false) + std::ranges::count(problems, false) == 0;
  const auto student_numbers = renumbered(students);
  const auto problem_numbers = renumbered(problems);
  for (model::Attempt& attempt : whole.attempts)
    keep_students(attempt.students, students, student_numbers);
  std::erase_if(whole.attempts, [&](const model::Attempt& attempt) {
    return attempt.students.empty() || !problems[attempt.problem];
  });
  std::vector<bool> has_work(whole.works.size());
  for (const model::Attempt& attempt : whole.attempts)
    has_work[attempt.work] = true;
  const auto work_numbers = renumbered(has_work);
  for (model::Attempt& attempt : whole.attempts) {
    attempt.problem = problem_numbers[attempt.problem];
    attempt.work = work_numbers[attempt.work];
  }
  for (model::Unattributed& one : whole.unattributed)
    keep_students(one.students, students, student_numbers);
  keep(whole.students, students);
  part.problems = keep(whole.problems, problems);
  part.works = keep(whole.works, has_work);
  for (model::Work& work : whole.works)
    work.problem = problem_numbers[work.problem];
  part.book = std::move(whole);
  return part;
}

void complete(BookPart& part, const std::vector<std::optional<judge::Submission>>& submissions,
              const Decisions& decisions, const std::vector<model::MistakeComment>& comments) {
  model::Gradebook& book = part.book;
  const auto warn = [&](const std::vector<std::string>& warnings) {
    book.warnings.insert(book.warnings.end(), warnings.begin(), warnings.end());
  };
  warn(assemble_grades(book, {about(book, decisions.extensions), about(book, decisions.overrides),
                              decisions.computed_before}));
  std::vector<SourcePrint> prints;
  for (const std::size_t work : part.works)
    prints.push_back(print_of(submissions[work]));
  book.clusters = find_clusters(book, comments);
  book.look_alikes = find_look_alikes(book, prints);
  if (part.is_whole) warn(idle_comments(book.clusters, comments));
}

std::string beneath_table(const model::Gradebook& book,
                          const std::vector<model::Override>& overrides,
                          const PointsByName& before) {
  using Cells = std::vector<std::string>;
  PointsByName points;
  for (const model::Grade& grade : book.grades) {
    if (!grade.override) continue;
    const std::pair name(book.students.at(grade.student).id, book.problems.at(grade.problem).id);
    const auto known = before.find(name);
    points[name] = known != before.end() ? known->second : grade.computed_points;
  }
  std::string text = csv_row(Cells{"student", "problem", "computed", "decision"});
  for (const model::Override& row : overrides) {
    const auto found = points.find({row.student, row.problem});
    if (found == points.end()) continue;
    text += csv_row(
        Cells{row.student, row.problem, fmt::format("{}", found->second), decision_of(row)});
  }
  return text;
}

PointsByName read_beneath_table(std::string_view text,
                                const std::vector<model::Override>& overrides) {
  PointsByName points;
  const auto table = parse_csv(text, ',');
  if (!table) return points;
  for (const CsvRow& row : table->rows) {
    const auto computed = package::parse_decimal(row.text(2));
    const bool is_unchanged = std::ranges::any_of(overrides, [&](const model::Override& one) {
      return one.student == row.text(0) && one.problem == row.text(1) &&
             decision_of(one) == row.text(3);
    });
    if (!computed || !is_unchanged) continue;
    points[{std::string(row.text(0)), std::string(row.text(1))}] = *computed;
  }
  return points;
}

}  // namespace arbiter::grade
