#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/csv.hpp"
#include "model/points.hpp"
#include "report/grade/facts.hpp"
#include "report/grade/writers.hpp"
#include "report/lms/canvas_columns.hpp"
#include "report/lms/student_rows.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {
namespace {

bool is_excused(std::string_view cell) {
  return cell.size() == 2 && (cell[0] == 'E' || cell[0] == 'e') &&
         (cell[1] == 'X' || cell[1] == 'x');
}

/// The teacher's grade book while a column is filled in.
class CanvasGradebook {
 public:
  CanvasGradebook(const StudentViews& views, const GradeOutputOptions& options, CsvTable table,
                  const CanvasColumns& columns, std::string title)
      : views_(views),
        options_(options),
        table_(std::move(table)),
        columns_(columns),
        title_(std::move(title)),
        rows_(views.students()) {}

  GradeOutput fill() {
    // Every row of a new column has its cell; what comes after overrules this.
    for (std::size_t row = 1; columns_.is_new && row < table_.rows.size(); ++row)
      edits_.push_back({row, columns_.grade, ""});
    fill_head();
    for (std::size_t row = columns_.first_row; row < table_.rows.size(); ++row)
      match(row);
    for (std::size_t s = 0; s < views_.size(); ++s)
      fill_student(s);
    output_.files.push_back({"", edit_csv(options_.worksheet, table_, std::move(edits_))});
    return std::move(output_);
  }

 private:
  void warn(std::string text) { output_.warnings.push_back(std::move(text)); }

  [[nodiscard]] std::string whose(std::size_t row) const {
    return fmt::format("line {} of the grade book ({})", table_.rows[row].line,
                       tidy_line(table_.rows[row].text(0)));
  }

  [[nodiscard]] std::string number(double points, int decimals) const {
    constexpr int k_least_decimals = 2;
    std::string text = model::fixed_points(points, std::max(decimals, k_least_decimals));
    if (columns_.has_decimal_comma) std::replace(text.begin(), text.end(), '.', ',');
    return text;
  }

  [[nodiscard]] const SeenProblem* only_problem(const StudentView& view) const {
    return options_.problem ? &view.problems().at(*options_.problem) : nullptr;
  }

  void fill_head() {
    if (views_.size() == 0) return;
    const StudentView view = views_.view(0);
    const SeenProblem* only = only_problem(view);
    const double most = only != nullptr ? only->max_points : view.max_points();
    if (columns_.is_new) {
      edits_.push_back({0, columns_.grade, title_});
      if (columns_.points_row > 0) {
        edits_.push_back({columns_.points_row, columns_.grade, number(most, view.decimals())});
      }
      return;
    }
    if (columns_.points_row == 0) return;
    const std::string_view said = table_.rows[columns_.points_row].text(columns_.grade);
    const std::optional<double> possible = decimal_number(said);
    if (!possible || std::abs(*possible - most) < 1e-6) return;
    warn(
        fmt::format("Canvas has {} points possible for it, but there are {} to be had; set the "
                    "same there, or points in grading.yaml",
                    said, model::show_points(most, 2)));
  }

  void match(std::size_t row) {
    const bool is_id_second =
        !table_.rows[row].text(1).empty() && !participant_number(table_.rows[row].text(1)).empty();
    const std::size_t id = is_id_second ? 1 : 2;
    std::vector<std::string_view> cells;
    std::string both_names;
    for (std::size_t column = 0; column < columns_.identity; ++column) {
      if (column != id) cells.push_back(table_.rows[row].text(column));
    }
    if (!is_id_second) {
      both_names = fmt::format("{}, {}", table_.rows[row].text(0), table_.rows[row].text(1));
      cells.emplace_back(both_names);
    }
    const auto trouble = rows_.match(table_, row, table_.rows[row].text(id), cells, whose(row));
    if (trouble) warn(*trouble);
  }

  void fill_student(std::size_t student) {
    const std::string who = tidy_line(views_.students()[student].id);
    const auto found = rows_.row_of(student);
    if (!found) {
      warn(who + " is not in the grade book");
      return;
    }
    const std::size_t row = *found;
    if (is_excused(table_.rows[row].text(columns_.grade))) return;
    const StudentView view = views_.view(student);
    const SeenProblem* only = only_problem(view);
    if (!(only != nullptr ? only->is_final : view.is_final())) {
      warn(fmt::format("{} could not be judged; {} is left as it is", who, whose(row)));
      return;
    }
    edits_.push_back({row, columns_.grade,
                      number(only != nullptr ? only->points : view.points(), view.decimals())});
  }

  const StudentViews& views_;
  const GradeOutputOptions& options_;
  CsvTable table_;
  CanvasColumns columns_;
  std::string title_;
  StudentRows rows_;
  std::vector<CsvEdit> edits_;
  GradeOutput output_;
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
  return usage_error("it is not known how Canvas calls this assignment",
                     "write 'assignment: TITLE' into grading.yaml");
}

}  // namespace

Result<GradeOutput> grade_canvas(const StudentViews& views, const GradeOutputOptions& options) {
  ARBITER_TRY(table, parse_csv(options.worksheet));
  ARBITER_TRY(title, canvas_title(views, options));
  ARBITER_TRY(columns, canvas_columns(table, title));
  return CanvasGradebook(views, options, std::move(table), columns, std::move(title)).fill();
}

}  // namespace arbiter::report
