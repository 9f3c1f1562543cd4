#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/csv.hpp"

namespace arbiter::model {

/// The number in what a learning platform calls a participant: "123" of "Participant 123" in any
/// language, or of "123" alone. Empty: there is none.
std::string participant_number(std::string_view lms_id);

/// The decimal number that all of it is, with a point or a comma; none for anything else.
std::optional<double> decimal_number(std::string_view text);

/// Which columns of a Moodle grading worksheet are what. Their titles are in the language of
/// whoever downloaded it, so what stands in them tells: the identifier is text with a number behind
/// it that no other row has ("Participant 123"); the grade is empty or a number, and right of it
/// stands the same number in all rows.
struct WorksheetColumns {
  std::size_t identifier = 0;
  std::optional<std::size_t> grade;      ///< none: graded by a scale, or not by points
  std::optional<std::size_t> submitted;  ///< the first times that stand right of the grade
};

/// None: no column names participants.
std::optional<WorksheetColumns> worksheet_columns(const CsvTable& table);

/// Whether the table is a whole worksheet as Moodle writes it, whatever its language: it begins
/// with the participants, and has grades and times behind them.
bool is_worksheet(const CsvTable& table);

/// Whether all cells of the column are dates, or "-" for none.
bool holds_dates(const CsvTable& table, std::size_t column);

}  // namespace arbiter::model
