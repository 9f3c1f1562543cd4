#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "model/points.hpp"
#include "report/grade/feedback.hpp"
#include "report/grade/writers.hpp"
#include "report/lms/student_sheet.hpp"
#include "report/text/foreign_text.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

/// What is where in a grade book that Canvas exported.
struct CanvasColumns {
  std::size_t first_row = 0;   ///< of a student; the header and rows of facts stand above
  std::size_t points_row = 0;  ///< the row "Points Possible"; 0: there is none
  std::size_t grade = 0;       ///< the assignment's column
  bool is_new = false;         ///< it is not there yet and becomes the last one
  std::size_t identity = 0;    ///< so many columns at the beginning say who somebody is
  bool has_decimal_comma = false;
};

/// How Canvas is to call what is graded.
Result<std::string> canvas_title(const StudentViews& views, const GradeOutputOptions& options) {
  if (!options.grade_column.empty()) return options.grade_column;
  std::string title;
  if (views.size() > 0) {
    const StudentView view = views.view(0);
    title = options.problem ? view.problems().at(*options.problem).title : view.assignment();
    if (title.empty() && view.problems().size() == 1) title = view.problems().front().title;
  }
  if (!title.empty()) return title;
  return usage_error("the name of this assignment in Canvas is unknown",
                     "write 'assignment: TITLE' into grading.yaml");
}

/// "Lab 3" of "Lab 3 (4711)"; none where no such number stands.
std::optional<std::string_view> title_before_id(std::string_view cell) {
  const std::size_t open = cell.rfind(" (");
  if (open == std::string_view::npos || !cell.ends_with(')')) return std::nullopt;
  if (!is_digits(cell.substr(open + 2, cell.size() - open - 3))) return std::nullopt;
  return cell.substr(0, open);
}

/// Titles that Canvas makes up itself; nobody may write below them.
bool is_total(std::string_view cell) {
  for (const std::string_view what : {"Current", "Final", "Unposted", "Override"}) {
    if (cell.find(what) == std::string_view::npos) continue;
    for (const std::string_view of : {"Score", "Grade", "Points"}) {
      if (cell.find(of) != std::string_view::npos) return true;
    }
  }
  return false;
}

Error no_grade_book(std::string why) {
  return usage_error("this is not a Canvas grade book: " + std::move(why),
                     "export it from the course: Grades, Export, Export Entire Gradebook");
}

/// The column of numbers that says who somebody is: the second, or the third where the names are
/// in two.
std::optional<std::size_t> first_student_row(const CsvTable& table, std::size_t& points_row) {
  for (std::size_t row = 1; row < table.rows.size(); ++row) {
    if (is_digits(table.rows[row].text(1)) || is_digits(table.rows[row].text(2))) return row;
    const std::string_view first = table.rows[row].text(0);
    if (first.starts_with(' ') || first.starts_with('\t')) points_row = row;
  }
  return std::nullopt;
}

/// Finds the rows and the column of an assignment by its title, with or without the "(123)" that
/// Canvas writes behind it. Error{usage}: it is no such grade book, several columns have that
/// title, or the column is read only.
Result<CanvasColumns> canvas_columns(const CsvTable& table, const std::string& title) {
  CanvasColumns found;
  if (table.rows.empty() || table.rows.front().cells.size() < 4) {
    return no_grade_book("it has less than four columns");
  }
  const auto first_row = first_student_row(table, found.points_row);
  if (!first_row) return no_grade_book("no row has a student's number in its second column");
  found.first_row = *first_row;
  const std::vector<CsvCell>& header = table.rows.front().cells;
  found.identity = header.size();
  std::vector<std::size_t> matching;
  for (std::size_t column = 0; column < header.size(); ++column) {
    const std::string_view cell = header[column].text;
    const auto bare = title_before_id(cell);
    if (bare || is_total(cell)) found.identity = std::min(found.identity, column);
    if (column < 4) continue;
    if (cell == title || (bare && *bare == title)) matching.push_back(column);
  }
  if (matching.size() > 1) {
    return usage_error(
        fmt::format("several columns of the grade book are called '{}'", tidy_line(title)),
        "write the title with the number in parentheses behind it, as the header has it");
  }
  found.is_new = matching.empty();
  found.grade = found.is_new ? header.size() : matching.front();
  found.identity = std::min(found.identity, found.grade);
  const std::string_view possible =
      found.points_row == 0 ? "" : table.rows[found.points_row].text(found.grade);
  if (is_total(title) || possible.find("(read only)") != std::string_view::npos) {
    return usage_error(fmt::format("Canvas does not accept values for '{}'", tidy_line(title)),
                       "name another assignment in grading.yaml");
  }
  if (table.delimiter == ';') {
    for (const CsvRow& row : table.rows) {
      for (std::size_t column = found.identity; column < row.cells.size(); ++column) {
        const std::string_view text = row.text(column);
        const bool has_comma = text.find(',') != std::string_view::npos;
        found.has_decimal_comma |= has_comma && model::decimal_number(text).has_value();
      }
    }
  }
  return found;
}

void fill_head(StudentSheet& sheet, const CanvasColumns& columns, const std::string& title,
               double most) {
  const std::vector<CsvRow>& rows = sheet.table().rows;
  if (columns.is_new) {
    // Every row of a new column has its cell; what comes after overrules this.
    for (std::size_t row = 1; row < rows.size(); ++row)
      sheet.edit(row, columns.grade, "");
    sheet.edit(0, columns.grade, title);
    if (columns.points_row > 0) sheet.edit(columns.points_row, columns.grade, sheet.number(most));
    return;
  }
  if (columns.points_row == 0) return;
  const std::string_view said = rows[columns.points_row].text(columns.grade);
  if (const auto ours = sheet.other_maximum(said)) {
    sheet.warn(
        fmt::format("Canvas has {} points possible for it, but students can get {}; set the same "
                    "in Canvas, or points in grading.yaml",
                    said, model::show_points(*ours, 2)));
  }
}

void match(StudentSheet& sheet, std::size_t row, std::size_t identity) {
  const CsvRow& cells = sheet.table().rows[row];
  // The account that a teacher of Canvas tries things with.
  if (cells.text(0) == "Student, Test") return;
  if (!model::participant_number(cells.text(1)).empty()) return sheet.match(row, 1, identity);
  sheet.match(row, 2, identity, fmt::format("{}, {}", cells.text(0), cells.text(1)));
}

/// "bergann_1234_5678_" of a file as Canvas calls it when it exports submissions; empty: it is
/// none.
std::string_view canvas_prefix(std::string_view name) {
  std::size_t numbers = 0;
  for (std::size_t begin = 0; begin < name.size();) {
    const std::size_t end = name.find('_', begin);
    if (end == std::string_view::npos) break;
    numbers = is_digits(name.substr(begin, end - begin)) ? numbers + 1 : 0;
    begin = end + 1;
    if (numbers == 2) return name.substr(0, begin);
  }
  return {};
}

}  // namespace

Result<GradeOutput> grade_canvas_zip(const StudentViews& views, const GradeOutputOptions& options) {
  GradeOutput output;
  output.is_archive = true;
  for (std::size_t s = 0; s < views.size(); ++s) {
    const StudentView view = views.view(s);
    for (const SeenProblem& problem : view.problems()) {
      const std::string_view prefix = canvas_prefix(base_name(problem.origin));
      if (problem.origin.empty()) continue;
      if (prefix.empty()) {
        output.warnings.push_back(
            fmt::format("{}: no comment for Canvas, since '{}' is not called as Canvas does it",
                        tidy_line(view.student().id), problem.origin));
        continue;
      }
      output.files.push_back(
          {std::string(prefix) + "feedback.html", feedback_html(view, options.html_template)});
    }
  }
  return output;
}

Result<GradeOutput> grade_canvas(const StudentViews& views, const GradeOutputOptions& options) {
  ARBITER_TRY(table, parse_csv(options.worksheet));
  ARBITER_TRY(title, canvas_title(views, options));
  ARBITER_TRY(columns, canvas_columns(table, title));
  StudentSheet sheet(views, options, std::move(table),
                     {"grade book", 0, columns.grade, columns.has_decimal_comma});
  const std::vector<CsvRow>& rows = sheet.table().rows;
  if (views.size() > 0) fill_head(sheet, columns, title, views.view(0).max_points(options.problem));
  for (std::size_t row = columns.first_row; row < rows.size(); ++row)
    match(sheet, row, columns.identity);
  const auto is_excused = [&](std::size_t row) {
    return lower_ascii(rows[row].text(columns.grade)) == "ex";
  };
  sheet.fill({}, is_excused);
  return sheet.finish();
}

}  // namespace arbiter::report
