#include "report/lms/student_rows.hpp"

#include <fmt/format.h>

#include "report/text/foreign_text.hpp"

namespace arbiter::report {

std::optional<std::string> StudentRows::match(const CsvTable& table, std::size_t row,
                                              std::string_view lms_id,
                                              const std::vector<std::string_view>& cells,
                                              const std::string& whose) {
  const auto student = finder_.find_in_row(lms_id, cells);
  if (!student) return whose + " matches no graded student, or several; it was not changed";
  auto& place = row_of_[*student];
  if (place) {
    return fmt::format("{} is {}, who is also in line {}; it was not changed", whose,
                       tidy_line((*students_)[*student].id), table.rows[*place].line);
  }
  place = row;
  return std::nullopt;
}

}  // namespace arbiter::report
