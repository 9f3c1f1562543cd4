#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/csv.hpp"
#include "model/points.hpp"
#include "report/grade/facts.hpp"
#include "report/grade/feedback.hpp"
#include "report/grade/writers.hpp"
#include "report/lms/moodle_columns.hpp"
#include "report/lms/student_rows.hpp"
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

/// The teacher's worksheet while grades are filled in.
class MoodleWorksheet {
 public:
  MoodleWorksheet(const StudentViews& views, const GradeOutputOptions& options, CsvTable table,
                  const MoodleColumns& columns)
      : views_(views),
        options_(options),
        table_(std::move(table)),
        columns_(columns),
        rows_(views.students()) {}

  GradeOutput fill() {
    check_maximum();
    for (std::size_t row = 1; row < table_.rows.size(); ++row)
      match(row);
    for (std::size_t s = 0; s < views_.size(); ++s)
      fill_student(s);
    if (!columns_.feedback) {
      warn(
          "the worksheet has no column for feedback, so only grades are filled in; add the "
          "feedback type 'feedback comments' to the assignment for both");
    }
    output_.files.push_back({"", edit_csv(options_.worksheet, table_, std::move(edits_))});
    return std::move(output_);
  }

 private:
  void warn(std::string text) { output_.warnings.push_back(std::move(text)); }

  [[nodiscard]] std::string whose(std::size_t row) const {
    return fmt::format("line {} of the worksheet ({})", table_.rows[row].line,
                       tidy_line(table_.rows[row].text(columns_.identifier)));
  }

  /// What a view's points are for: one problem, or all.
  [[nodiscard]] double points(const StudentView& view) const {
    return options_.problem ? view.problems().at(*options_.problem).points : view.points();
  }
  [[nodiscard]] double most(const StudentView& view) const {
    return options_.problem ? view.problems().at(*options_.problem).max_points : view.max_points();
  }
  [[nodiscard]] bool is_final(const StudentView& view) const {
    return options_.problem ? view.problems().at(*options_.problem).is_final : view.is_final();
  }

  void check_maximum() {
    if (views_.size() == 0) return;
    const std::string_view said = table_.rows[1].text(columns_.max_grade);
    const std::optional<double> maximum = decimal_number(said);
    const double ours = most(views_.view(0));
    if (!maximum || std::abs(*maximum - ours) < 1e-6) return;
    warn(
        fmt::format("the worksheet's maximum is {}, but students can get {} points; set the same "
                    "in Moodle, or points in grading.yaml",
                    said, model::show_points(ours, 2)));
  }

  void match(std::size_t row) {
    std::vector<std::string_view> cells;
    for (std::size_t column = 0; column < columns_.grade; ++column) {
      if (column != columns_.identifier) cells.push_back(table_.rows[row].text(column));
    }
    const auto trouble =
        rows_.match(table_, row, table_.rows[row].text(columns_.identifier), cells, whose(row));
    if (trouble) warn(*trouble);
  }

  void fill_student(std::size_t student) {
    const auto found = rows_.row_of(student);
    if (!found) {
      warn(fmt::format("{} is not in the worksheet", tidy_line(views_.students()[student].id)));
      return;
    }
    const std::size_t row = *found;
    const StudentView view = views_.view(student);
    if (!is_final(view)) {
      warn(fmt::format("{} could not be judged; {} was not changed", tidy_line(view.student().id),
                       whose(row)));
      return;
    }
    constexpr int k_least_decimals = 2;
    std::string grade =
        model::fixed_points(points(view), std::max(view.decimals(), k_least_decimals));
    if (columns_.has_decimal_comma) std::replace(grade.begin(), grade.end(), '.', ',');
    edits_.push_back({row, columns_.grade, std::move(grade)});
    if (columns_.feedback) {
      edits_.push_back(
          {row, *columns_.feedback, html_lines(feedback_lines(view, options_.problem))});
    }
  }

  const StudentViews& views_;
  const GradeOutputOptions& options_;
  CsvTable table_;
  MoodleColumns columns_;
  StudentRows rows_;
  std::vector<CsvEdit> edits_;
  GradeOutput output_;
};

}  // namespace

Result<GradeOutput> grade_moodle(const StudentViews& views, const GradeOutputOptions& options) {
  ARBITER_TRY(table, parse_csv(options.worksheet));
  ARBITER_TRY(columns, moodle_columns(table, options.grade_column, options.feedback_column));
  return MoodleWorksheet(views, options, std::move(table), columns).fill();
}

}  // namespace arbiter::report
