#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/csv.hpp"
#include "report/lms/lms_names.hpp"

namespace arbiter::report {

/// Which row of a teacher's table is about which student.
class StudentRows {
 public:
  explicit StudentRows(const std::vector<model::Student>& students)
      : students_(&students), finder_(students), row_of_(students.size()) {}

  /// Notes whom a row is about, by the cell with the platform's id and by others. What stands in
  /// the way, in words that begin with `whose`; none where the row is somebody's.
  std::optional<std::string> match(const CsvTable& table, std::size_t row, std::string_view lms_id,
                                   const std::vector<std::string_view>& cells,
                                   const std::string& whose);

  [[nodiscard]] std::optional<std::size_t> row_of(std::size_t student) const {
    return row_of_[student];
  }

 private:
  const std::vector<model::Student>* students_;
  StudentFinder finder_;
  std::vector<std::optional<std::size_t>> row_of_;
};

}  // namespace arbiter::report
