#pragma once

#include <cstddef>
#include <string>

#include "base/csv.hpp"
#include "base/result.hpp"

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

}  // namespace arbiter::report
