#include <fmt/format.h>

#include "base/csv.hpp"
#include "model/points.hpp"
#include "report/grade/feedback.hpp"
#include "report/grade/writers.hpp"
#include "report/lms/moodle_columns.hpp"
#include "report/lms/student_sheet.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {
namespace {

/// Moodle takes the cell as HTML.
std::string html_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines)
    text += (text.empty() ? "" : "<br>") + html_text(line);
  return text;
}

}  // namespace

Result<GradeOutput> grade_moodle(const StudentViews& views, const GradeOutputOptions& options) {
  ARBITER_TRY(table, parse_csv(options.worksheet));
  ARBITER_TRY(columns, moodle_columns(table, options.grade_column, options.feedback_column));
  StudentSheet sheet(views, options, std::move(table),
                     {"worksheet", columns.identifier, columns.grade, columns.has_decimal_comma});
  const std::vector<CsvRow>& rows = sheet.table().rows;
  const std::string_view maximum = rows[1].text(columns.max_grade);
  if (const auto ours = sheet.other_maximum(maximum)) {
    sheet.warn(
        fmt::format("the worksheet's maximum is {}, but students can get {} points; set the same "
                    "in Moodle, or points in grading.yaml",
                    maximum, model::show_points(*ours, 2)));
  }
  for (std::size_t row = 1; row < rows.size(); ++row) {
    std::vector<std::string_view> cells;
    for (std::size_t column = 0; column < columns.grade; ++column) {
      if (column != columns.identifier) cells.push_back(rows[row].text(column));
    }
    sheet.match(row, rows[row].text(columns.identifier), cells);
  }
  sheet.fill([](std::size_t) { return false; },
             [&](std::size_t row, const StudentView& view) {
               if (!columns.feedback) return;
               sheet.edit(row, *columns.feedback,
                          html_lines(feedback_lines(view, options.problem)));
             });
  if (!columns.feedback) {
    sheet.warn(
        "the worksheet has no column for feedback, so only grades are filled in; add the feedback "
        "type 'feedback comments' to the assignment for both");
  }
  return sheet.finish();
}

}  // namespace arbiter::report
