#include "report/lms/student_rows.hpp"

#include <fmt/format.h>

#include "report/text/foreign_text.hpp"

namespace arbiter::report {

std::optional<std::string> StudentRows::match(const CsvTable& table, std::size_t row,
                                              std::string_view lms_id,
                                              const std::vector<std::string_view>& cells,
                                              const std::string& whose) {
  const auto student = finder_.find_in_row(lms_id, cells);
  if (!student)
    return whose + " is nobody of those graded, or more than one of them; left as it is";
  auto& place = row_of_[*student];
  if (place) {
    return fmt::format("{} is {}, who stands in line {} too; left as it is", whose,
                       tidy_line((*students_)[*student].id), table.rows[*place].line);
  }
  place = row;
  return std::nullopt;
}

}  // namespace arbiter::report
