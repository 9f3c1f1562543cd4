#include "report/lms/student_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.hpp"
#include "model/points.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {
namespace {

/// A name for comparing: blanks and letter case of ASCII do not count, and neither does whether
/// the family name stands first with a comma behind it.
std::string name_key(std::string_view name) {
  const std::size_t comma = name.find(',');
  std::string words = lower_ascii(name);
  if (comma != std::string_view::npos)
    words = words.substr(comma + 1) + " " + words.substr(0, comma);
  return joined(words_of(words, " \t\n\r"), " ");
}

std::string key_of(StudentFinder::By by, std::string_view text) {
  using By = StudentFinder::By;
  text = trimmed(text);
  if (by == By::name) return name_key(text);
  if (by == By::email || by == By::username) return lower_ascii(text);
  if (by != By::lms_id) return std::string(text);
  std::string number = model::participant_number(text);
  return number.empty() ? std::string(text) : number;
}

}  // namespace

StudentFinder::StudentFinder(const std::vector<model::Student>& students) {
  for (std::size_t s = 0; s < students.size(); ++s) {
    const model::Student& student = students[s];
    const std::array<std::pair<By, const std::string*>, 5> ways{{{By::lms_id, &student.lms_id},
                                                                 {By::id, &student.id},
                                                                 {By::username, &student.username},
                                                                 {By::email, &student.email},
                                                                 {By::name, &student.name}}};
    for (const auto& [by, text] : ways) {
      const std::string key = key_of(by, *text);
      if (key.empty()) continue;
      const auto [place, is_new] = students_.emplace(std::pair(by, key), s);
      if (!is_new) place->second.reset();
    }
  }
}

std::optional<std::size_t> StudentFinder::find(By by, std::string_view cell) const {
  const auto found = students_.find({by, key_of(by, cell)});
  return found == students_.end() ? std::nullopt : found->second;
}

std::optional<std::size_t> StudentFinder::find_in_cells(By by,
                                                        const std::vector<std::string_view>& cells,
                                                        bool& is_torn) const {
  std::optional<std::size_t> found;
  for (const std::string_view cell : cells) {
    const auto one = find(by, cell);
    if (one && found && *one != *found) is_torn = true;
    if (one) found = one;
  }
  return found;
}

std::optional<std::size_t> StudentFinder::find_in_row(
    std::string_view lms_id, const std::vector<std::string_view>& cells) const {
  bool is_torn = false;
  std::optional<std::size_t> found = find(By::lms_id, lms_id);
  const auto email = find_in_cells(By::email, cells, is_torn);
  const auto name = find_in_cells(By::name, cells, is_torn);
  // A roster may hold numbers of another kind that happen to be somebody's here.
  for (const auto& other : {email, name}) {
    if (found && other && *found != *other) is_torn = true;
  }
  if (!found) found = find_in_cells(By::id, cells, is_torn);
  if (!found) found = find_in_cells(By::username, cells, is_torn);
  if (!found) found = email;
  if (!found) found = name;
  return is_torn ? std::nullopt : found;
}

std::string StudentSheet::whose(std::size_t row) const {
  return fmt::format("line {} of the {} ({})", table_.rows[row].line, layout_.name,
                     tidy_line(table_.rows[row].text(layout_.who)));
}

std::string StudentSheet::number(double points) const {
  constexpr int k_least_decimals = 2;
  std::string text = model::fixed_points(points, std::max(views_.decimals(), k_least_decimals));
  if (layout_.has_decimal_comma) std::replace(text.begin(), text.end(), '.', ',');
  return text;
}

std::optional<double> StudentSheet::other_maximum(std::string_view said) const {
  const std::optional<double> maximum = model::decimal_number(said);
  if (!maximum || views_.size() == 0) return std::nullopt;
  const double ours = views_.view(0).max_points(options_.problem);
  return std::abs(*maximum - ours) < 1e-6 ? std::nullopt : std::optional(ours);
}

void StudentSheet::match(std::size_t row, std::size_t id_column, std::size_t columns,
                         std::string_view more) {
  std::vector<std::string_view> cells;
  for (std::size_t column = 0; column < columns; ++column) {
    if (column != id_column) cells.push_back(table_.rows[row].text(column));
  }
  if (!more.empty()) cells.push_back(more);
  const auto student = finder_.find_in_row(table_.rows[row].text(id_column), cells);
  if (!student) {
    warn(whose(row) + " matches no graded student, or several; it was not changed");
  } else if (row_of_[*student]) {
    warn(fmt::format("{} is {}, who is also in line {}; it was not changed", whose(row),
                     tidy_line(views_.students()[*student].id),
                     table_.rows[*row_of_[*student]].line));
  } else {
    row_of_[*student] = row;
  }
}

void StudentSheet::fill(const std::function<void(std::size_t row, const StudentView& view)>& more,
                        const std::function<bool(std::size_t row)>& is_closed) {
  for (std::size_t s = 0; s < views_.size(); ++s) {
    const std::string who = tidy_line(views_.students()[s].id);
    const auto row = row_of_[s];
    if (!row) {
      warn(fmt::format("{} is not in the {}", who, layout_.name));
      continue;
    }
    if (is_closed && is_closed(*row)) continue;
    const StudentView view = views_.view(s);
    if (!view.is_final(options_.problem)) {
      warn(fmt::format("{} could not be judged; {} was not changed", who, whose(*row)));
      continue;
    }
    // Platforms tell those who are absent by an empty cell.
    edit(*row, layout_.grade,
         view.is_blank(options_.problem) ? "" : number(view.points(options_.problem)));
    if (more) more(*row, view);
  }
}

GradeOutput StudentSheet::finish() {
  output_.files.push_back({"", edit_csv(options_.worksheet, table_, edits_)});
  return std::move(output_);
}

}  // namespace arbiter::report
