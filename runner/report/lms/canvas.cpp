#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/csv.hpp"
#include "base/result.hpp"
#include "model/points.hpp"
#include "report/grade/facts.hpp"
#include "report/grade/writers.hpp"
#include "report/lms/student_rows.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {

/// What is where in a grade book that Canvas exported.
struct CanvasColumns {
  std::size_t first_row = 0;   ///< of a student; the header and rows of facts stand above
  std::size_t points_row = 0;  ///< the row "Points Possible"; 0: there is none
  std::size_t grade = 0;       ///< the assignment's column
  bool is_new = false;         ///< it is not there yet and becomes the last one
  std::size_t identity = 0;    ///< so many columns at the beginning say who somebody is
  bool has_decimal_comma = false;
};

/// Finds the rows and the column of an assignment by its title, with or without the "(123)" that
/// Canvas writes behind it. Error{usage}: it is no such grade book, several columns have that
/// title, or the column is read only.
Result<CanvasColumns> canvas_columns(const CsvTable& table, const std::string& title);

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
        fmt::format("Canvas has {} points possible for it, but students can get {}; set the same "
                    "in Canvas, or points in grading.yaml",
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
      warn(fmt::format("{} could not be judged; {} was not changed", who, whose(row)));
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
  return usage_error("the name of this assignment in Canvas is unknown",
                     "write 'assignment: TITLE' into grading.yaml");
}

}  // namespace

Result<GradeOutput> grade_canvas(const StudentViews& views, const GradeOutputOptions& options) {
  ARBITER_TRY(table, parse_csv(options.worksheet));
  ARBITER_TRY(title, canvas_title(views, options));
  ARBITER_TRY(columns, canvas_columns(table, title));
  return CanvasGradebook(views, options, std::move(table), columns, std::move(title)).fill();
}

namespace {

constexpr std::string_view k_blanks = " \t";

bool is_all_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// "Lab 3" of "Lab 3 (4711)"; none where no such number stands.
std::optional<std::string_view> title_before_id(std::string_view cell) {
  const std::size_t open = cell.rfind(" (");
  if (open == std::string_view::npos || !cell.ends_with(')')) return std::nullopt;
  if (!is_all_digits(cell.substr(open + 2, cell.size() - open - 3))) return std::nullopt;
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
    const bool is_student =
        is_all_digits(table.rows[row].text(1)) || is_all_digits(table.rows[row].text(2));
    if (is_student) return row;
    const std::string_view first = table.rows[row].text(0);
    if (!first.empty() && first.find_first_of(k_blanks) == 0) points_row = row;
  }
  return std::nullopt;
}

Error several_titled(const std::string& title) {
  return usage_error(
      fmt::format("several columns of the grade book are called '{}'", tidy_line(title)),
      "write the title with the number in parentheses behind it, as the header has it");
}

}  // namespace

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
  if (matching.size() > 1) return several_titled(title);
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
        found.has_decimal_comma |= has_comma && decimal_number(text).has_value();
      }
    }
  }
  return found;
}

}  // namespace arbiter::report
