#include "report/grade/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/text.hpp"
#include "model/points.hpp"
#include "report/grade/facts.hpp"
#include "report/grade/human_work.hpp"
#include "report/grade/writers.hpp"
#include "report/judge/details.hpp"
#include "report/text/text_table.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::Gradebook;
using model::GradeStatus;
using model::Verdict;

/// What became of a problem over all students.
struct ProblemFigures {
  std::size_t handed_in = 0;
  std::array<std::size_t, 8> verdicts{};
  double points = 0;
  std::size_t grades = 0;
};

ProblemFigures figures_of(const Gradebook& book, std::size_t problem) {
  ProblemFigures figures;
  for (std::size_t s = 0; s < book.students.size(); ++s) {
    const model::Grade* grade = grade_of(book, s, problem);
    if (grade == nullptr) continue;
    ++figures.grades;
    figures.points += grade->points;
    if (grade->status != GradeStatus::no_submission) ++figures.handed_in;
    if (const auto verdict = grade_verdict(book, *grade)) {
      ++figures.verdicts.at(static_cast<std::size_t>(*verdict));
    }
  }
  return figures;
}

std::string count_or_dot(std::size_t count) {
  return count == 0 ? "·" : std::to_string(count);
}

std::string book_heading(const Gradebook& book, const Style& style) {
  const std::string name =
      book.policy.assignment.empty() ? "grade" : one_line(book.policy.assignment);
  std::string text = paragraph(style, "1", clip_end(name, style.width / 2) + ": ",
                               counted(book.students.size(), "student") + ", " +
                                   counted(book.problems.size(), "problem") + ", " +
                                   counted(book.works.size(), "program") + " judged",
                               2);
  if (!book.layout.empty()) text += paragraph(style, "2", "layout   ", one_line(book.layout), 9);
  return text + sandbox_text(book.sandbox_mode, book.unsandboxed, style);
}

std::string problem_table(const Gradebook& book, const Style& style) {
  std::vector<ProblemFigures> all;
  std::array<bool, 8> occurs{};
  for (std::size_t p = 0; p < book.problems.size(); ++p) {
    all.push_back(figures_of(book, p));
    for (std::size_t v = 0; v < occurs.size(); ++v)
      occurs.at(v) = occurs.at(v) || all.back().verdicts.at(v) > 0;
  }
  using Align = Column::Align;
  using Clip = Column::Clip;
  std::vector<Column> columns = {{"problem", Align::left, Clip::end, 8, 100},
                                 {"handed in", Align::right, Clip::never, 0, 20}};
  for (const model::VerdictRow& row : model::verdict_table()) {
    if (occurs.at(static_cast<std::size_t>(row.verdict))) {
      columns.push_back({std::string(row.code), Align::right, Clip::never, 0, 50});
    }
  }
  columns.push_back({"mean", Align::right, Clip::never, 0, 100});
  TextTable table(std::move(columns));
  for (std::size_t p = 0; p < all.size(); ++p) {
    std::vector<Cell> cells = {one_line(book.problems[p].id), std::to_string(all[p].handed_in)};
    for (const model::VerdictRow& row : model::verdict_table()) {
      const std::size_t count = all[p].verdicts.at(static_cast<std::size_t>(row.verdict));
      if (!occurs.at(static_cast<std::size_t>(row.verdict))) continue;
      cells.emplace_back(count_or_dot(count), count == 0 ? std::string_view("2") : row.color);
    }
    const double mean = all[p].grades == 0 ? 0 : all[p].points / static_cast<double>(all[p].grades);
    cells.emplace_back(model::show_points(mean, 1) + "/" +
                       model::show_points(book.problems[p].max_points, book.policy.decimals));
    table.add(std::move(cells));
  }
  return book.problems.empty() ? "" : table.text(style, 2);
}

Cell grade_cell(const Gradebook& book, const model::Grade* grade) {
  if (grade == nullptr || grade->status == GradeStatus::no_submission) return {"-", "2"};
  const auto verdict = grade_verdict(book, *grade);
  std::string text = model::show_points(grade->points, book.policy.decimals);
  if (grade->override) text += "*";
  if (!verdict) return {text + " ?"};
  const model::VerdictRow& row = model::row(*verdict);
  return {fmt::format("{} {}", text, row.code), row.color};
}

}  // namespace

std::string grade_summary(const Gradebook& book, const Style& style) {
  std::string text = book_heading(book, style) + problem_table(book, style);
  for (const std::string& part :
       {human_work_text(book, style), cluster_text(book, style), change_text(book, style)}) {
    if (!part.empty()) text += "\n" + part;
  }
  for (const std::string& warning : book.warnings)
    text += paragraph(style, "1;33", "warning: ", clip_end(one_line(warning), style.width * 8), 2);
  if (book.finished.empty()) {
    text +=
        paragraph(style, "1;33",
                  "interrupted: ", "this is what was known by then; the same command goes on", 2);
  }
  return text;
}

std::string grade_table(const Gradebook& book, const Style& style) {
  using Align = Column::Align;
  using Clip = Column::Clip;
  constexpr std::size_t k_longest_title = 12;
  std::vector<Column> columns = {{"student", Align::left, Clip::end, 8, 100},
                                 {"sum", Align::right, Clip::never, 0, 100}};
  for (std::size_t p = 0; p < book.problems.size(); ++p) {
    // Where there is no room for all problems the last ones are left out.
    columns.push_back({clip_end(one_line(book.problems[p].id), k_longest_title), Align::right,
                       Clip::never, 0, 90 - static_cast<int>(std::min<std::size_t>(p, 80))});
  }
  TextTable table(std::move(columns));
  bool has_override = false;
  for (std::size_t s = 0; s < book.students.size(); ++s) {
    std::vector<Cell> cells = {
        one_line(book.students[s].id),
        Cell(model::show_points(total_of(book, s).points, book.policy.decimals), "1")};
    for (std::size_t p = 0; p < book.problems.size(); ++p) {
      const model::Grade* grade = grade_of(book, s, p);
      has_override = has_override || (grade != nullptr && grade->override);
      cells.push_back(grade_cell(book, grade));
    }
    table.add(std::move(cells));
  }
  std::string text = book.students.empty() ? "" : table.text(style, 0);
  if (has_override) text += paragraph(style, "2", "* ", "decided by hand", 2);
  return text;
}

Result<GradeOutput> grade_plain_text(const Gradebook& book, const GradeOutputOptions& /*options*/) {
  constexpr std::size_t k_width = 100;
  const Style style{false, k_width};
  GradeOutput output;
  output.files.push_back({"", grade_table(book, style) + "\n" + grade_summary(book, style)});
  return output;
}

}  // namespace arbiter::report
