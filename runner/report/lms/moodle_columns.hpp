#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/csv.hpp"
#include "base/result.hpp"

namespace arbiter::report {

/// Which columns of a Moodle grading worksheet are what.
struct MoodleColumns {
  std::size_t identifier = 0;
  std::size_t grade = 0;
  std::size_t max_grade = 0;  ///< stands right of the grade
  std::optional<std::size_t> feedback;
  bool has_decimal_comma = false;
};

/// Finds the columns by what stands in them, since their titles are in the language of whoever
/// downloaded the worksheet: the identifier is text with a number behind it that no other row has
/// ("Participant 123"); the grade is empty or a number, and right of it stands the same number in
/// all rows; feedback is the last column unless that holds dates. A title that is not empty names
/// its column instead. Error{usage}: it is no such worksheet, or no column has that title.
Result<MoodleColumns> moodle_columns(const CsvTable& table, const std::string& grade_title,
                                     const std::string& feedback_title);

}  // namespace arbiter::report
