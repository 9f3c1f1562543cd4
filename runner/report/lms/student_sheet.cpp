#include "report/lms/student_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/points.hpp"
#include "report/text/foreign_text.hpp"

namespace arbiter::report {

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
  const std::optional<double> maximum = decimal_number(said);
  if (!maximum || views_.size() == 0) return std::nullopt;
  const double ours = views_.view(0).max_points(options_.problem);
  return std::abs(*maximum - ours) < 1e-6 ? std::nullopt : std::optional(ours);
}

void StudentSheet::match(std::size_t row, std::string_view lms_id,
                         const std::vector<std::string_view>& cells) {
  const auto student = finder_.find_in_row(lms_id, cells);
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

void StudentSheet::fill(const std::function<bool(std::size_t row)>& is_closed,
                        const std::function<void(std::size_t row, const StudentView& view)>& more) {
  for (std::size_t s = 0; s < views_.size(); ++s) {
    const std::string who = tidy_line(views_.students()[s].id);
    const auto row = row_of_[s];
    if (!row) {
      warn(fmt::format("{} is not in the {}", who, layout_.name));
      continue;
    }
    if (is_closed(*row)) continue;
    const StudentView view = views_.view(s);
    if (!view.is_final(options_.problem)) {
      warn(fmt::format("{} could not be judged; {} was not changed", who, whose(*row)));
      continue;
    }
    edit(*row, layout_.grade, number(view.points(options_.problem)));
    more(*row, view);
  }
}

GradeOutput StudentSheet::finish() {
  output_.files.push_back({"", edit_csv(options_.worksheet, table_, std::move(edits_))});
  return std::move(output_);
}

}  // namespace arbiter::report
