#include "report/lms/canvas_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "report/text/foreign_text.hpp"

namespace arbiter::report {
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
  return usage_error("this is no grade book of Canvas: " + std::move(why),
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
  if (!first_row) return no_grade_book("no row has the number of a student in its second column");
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
    return usage_error(fmt::format("Canvas does not let '{}' be written", tidy_line(title)),
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
