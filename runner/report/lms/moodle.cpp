#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "model/points.hpp"
#include "report/grade/feedback.hpp"
#include "report/grade/writers.hpp"
#include "report/lms/student_sheet.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {
namespace {

/// Which columns of a Moodle grading worksheet are what.
struct MoodleColumns {
  std::size_t identifier = 0;
  std::size_t grade = 0;  ///< the most that can be had stands right of it
  std::optional<std::size_t> feedback;
  bool has_decimal_comma = false;
};

Error no_worksheet(std::string why, std::string help) {
  return usage_error("this is not a Moodle grading worksheet: " + std::move(why), std::move(help));
}

Result<std::size_t> titled(const CsvTable& table, const std::string& title) {
  const std::vector<CsvCell>& header = table.rows.front().cells;
  const auto found = std::ranges::find(header, title, &CsvCell::text);
  if (found != header.end()) return static_cast<std::size_t>(found - header.begin());
  const auto shown = [](const CsvCell& cell) { return tidy_line(cell.text); };
  return usage_error(fmt::format("the worksheet has no column '{}'", tidy_line(title)),
                     "it has " + joined(header, ", ", shown));
}

/// Finds the columns by what stands in them, since their titles are in the language of whoever
/// downloaded the worksheet: the identifier is text with a number behind it that no other row has
/// ("Participant 123"); the grade is empty or a number, and right of it stands the same number in
/// all rows; feedback is the last column unless that holds dates. A title that is not empty names
/// its column instead. Error{usage}: it is no such worksheet, or no column has that title.
Result<MoodleColumns> moodle_columns(const CsvTable& table, const std::string& grade_title,
                                     const std::string& feedback_title) {
  const std::string download = "download it from the assignment's page: Download grading worksheet";
  if (table.rows.size() < 2) return no_worksheet("it has no rows", download);
  const auto likely = model::worksheet_columns(table);
  if (!likely) {
    return no_worksheet("no column names participants, as 'Participant 123'", download);
  }
  const std::size_t columns = table.rows.front().cells.size();
  MoodleColumns found;
  found.identifier = likely->identifier;
  if (!grade_title.empty()) {
    ARBITER_TRY(column, titled(table, grade_title));
    found.grade = column;
  } else {
    if (!likely->grade) {
      return no_worksheet("no column of grades has the maximum grade beside it",
                          "set the assignment to be graded by points, or name the column with "
                          "--grade-column");
    }
    found.grade = *likely->grade;
  }
  found.has_decimal_comma = table.rows[1].text(found.grade + 1).find(',') != std::string_view::npos;
  if (!feedback_title.empty()) {
    ARBITER_TRY(column, titled(table, feedback_title));
    found.feedback = column;
  } else if (columns - 1 > found.grade + 1 && !model::holds_dates(table, columns - 1)) {
    found.feedback = columns - 1;
  }
  return found;
}

}  // namespace

Result<GradeOutput> grade_moodle(const StudentViews& views, const GradeOutputOptions& options) {
  ARBITER_TRY(table, parse_csv(options.worksheet));
  ARBITER_TRY(columns, moodle_columns(table, options.grade_column, options.feedback_column));
  StudentSheet sheet(views, options, std::move(table),
                     {"worksheet", columns.identifier, columns.grade, columns.has_decimal_comma});
  const std::vector<CsvRow>& rows = sheet.table().rows;
  const std::string_view maximum = rows[1].text(columns.grade + 1);
  if (const auto ours = sheet.other_maximum(maximum)) {
    sheet.warn(
        fmt::format("the worksheet's maximum is {}, but students can get {} points; set the same "
                    "in Moodle, or points in grading.yaml",
                    maximum, model::show_points(*ours, 2)));
  }
  for (std::size_t row = 1; row < rows.size(); ++row)
    sheet.match(row, columns.identifier, columns.grade);
  sheet.fill([&](std::size_t row, const StudentView& view) {
    if (!columns.feedback) return;
    // Moodle takes the cell as HTML.
    sheet.edit(row, *columns.feedback,
               joined(feedback_lines(view, options.problem), "<br>", html_text));
  });
  if (!columns.feedback) {
    sheet.warn(
        "the worksheet has no column for feedback, so only grades are filled in; add the feedback "
        "type 'feedback comments' to the assignment for both");
  }
  return sheet.finish();
}

}  // namespace arbiter::report
