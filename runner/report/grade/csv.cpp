#include "base/csv.hpp"

#include <fmt/format.h>

#include "base/instant.hpp"
#include "base/text.hpp"
#include "model/points.hpp"
#include "report/grade/facts.hpp"
#include "report/grade/writers.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {
namespace {

using model::Gradebook;

std::string sheet_cell(std::string_view text) {
  return sheet_text(tidy_text(text));
}

/// What both files need of a grade book.
class GradeSheet {
 public:
  GradeSheet(const Gradebook& book, const GradeOutputOptions& options)
      : views_(book, {}), folder_(options.feedback_folder), names_(views_.file_names()) {}

  [[nodiscard]] std::string points(double value) const {
    return model::show_points(value, views_.decimals());
  }
  [[nodiscard]] std::string feedback_file(std::size_t student) const {
    return (folder_.empty() ? "" : folder_ + "/") + names_[student] + ".md";
  }
  [[nodiscard]] const std::string& graded_at() const { return views_.graded_at(); }

 private:
  StudentViews views_;
  std::string folder_;
  std::vector<std::string> names_;
};

std::string override_cell(const model::Grade& grade, const GradeSheet& sheet) {
  if (!grade.override) return {};
  const bool has_sign = grade.override->is_relative && grade.override->points >= 0;
  return (has_sign ? "+" : "") + sheet.points(grade.override->points);
}

constexpr std::string_view k_total_columns =
    "score,max_score,raw_score,late_minutes,late_penalty,status,verdict,feedback_file,"
    "submission_sha256,graded_at";

/// Who it is, and the columns of a total.
std::vector<std::string> total_cells(const GradeSheet& sheet, std::vector<std::string> who,
                                     std::size_t student, const GradeTotal& total) {
  const auto earned = [&](double points) { return total.is_blank ? "" : sheet.points(points); };
  who.insert(who.end(), {earned(total.points), sheet.points(total.max_points),
                         earned(total.raw_points), std::to_string(total.late_minutes),
                         sheet.points(total.late_penalty), std::string(model::word(total.status)),
                         total.verdict ? std::string(model::code(*total.verdict)) : "",
                         sheet.feedback_file(student), total.sha256, sheet.graded_at()});
  return who;
}

std::vector<std::string> grade_cells(const Gradebook& book, std::size_t student,
                                     const model::Grade& grade, const GradeSheet& sheet) {
  const model::Student& who = book.students[student];
  const model::Attempt* attempt = counting_attempt(book, grade);
  std::vector<std::string> cells =
      total_cells(sheet, {sheet_cell(who.id), sheet_cell(who.name), sheet_cell(grade.problem)},
                  student, total_of(book, grade));
  const bool has_time = attempt != nullptr && attempt->submitted;
  cells.insert(cells.end(),
               {attempt == nullptr ? "" : std::to_string(attempt->number),
                has_time ? utc_text(*attempt->submitted) : "",
                attempt == nullptr ? "" : sheet_cell(attempt->origin), override_cell(grade, sheet),
                grade.override ? sheet_cell(grade.override->reason) : "",
                sheet_text(joined(grade.words, "; ", tidy_line))});
  return cells;
}

}  // namespace

Result<GradeOutput> grade_csv(const Gradebook& book, const GradeOutputOptions& options) {
  const GradeSheet sheet(book, options);
  std::vector<std::string> problems;
  for (const model::GradedProblem& problem : book.problems)
    problems.push_back(sheet_cell(problem.id));
  std::string text = fmt::format("id,name,{},{}", k_total_columns, csv_row(problems));
  for (std::size_t s = 0; s < book.students.size(); ++s) {
    const model::Student& student = book.students[s];
    std::vector<std::string> cells = total_cells(
        sheet, {sheet_cell(student.id), sheet_cell(student.name)}, s, total_of(book, s));
    for (std::size_t p = 0; p < book.problems.size(); ++p) {
      const model::Grade* grade = grade_of(book, s, p);
      const bool has_points = grade != nullptr && !total_of(book, *grade).is_blank;
      cells.push_back(has_points ? sheet.points(grade->points) : "");
    }
    text += csv_row(cells);
  }
  return one_file(std::move(text));
}

Result<GradeOutput> grade_clusters_csv(const Gradebook& book,
                                       const GradeOutputOptions& /*options*/) {
  std::string text = "cluster,problem,verdict,mistake,size,students,representative,comment\n";
  for (const model::MistakeCluster& cluster : book.clusters) {
    text += csv_row(std::vector<std::string>{
        sheet_cell(cluster.id), sheet_cell(cluster.problem),
        std::string(model::code(cluster.verdict)), sheet_cell(cluster.words),
        std::to_string(cluster.students.size()),
        sheet_text(joined(cluster.students, " ", tidy_line)),
        sheet_cell(representative_of(book, cluster)), sheet_cell(cluster.comment)});
  }
  return one_file(std::move(text));
}

Result<GradeOutput> grade_problems_csv(const Gradebook& book, const GradeOutputOptions& options) {
  const GradeSheet sheet(book, options);
  std::string text =
      fmt::format("id,name,problem,{},attempt,submitted,origin,override,override_reason,words\n",
                  k_total_columns);
  for (std::size_t s = 0; s < book.students.size(); ++s) {
    for (std::size_t p = 0; p < book.problems.size(); ++p) {
      if (const model::Grade* grade = grade_of(book, s, p))
        text += csv_row(grade_cells(book, s, *grade, sheet));
    }
  }
  return one_file(std::move(text));
}

}  // namespace arbiter::report
