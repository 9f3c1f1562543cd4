#include "model/worksheet.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"

namespace arbiter::model {
namespace {

bool is_number_digit(char c) {
  return c >= '0' && c <= '9';
}

/// The rows below the header.
class WorksheetBody {
 public:
  explicit WorksheetBody(const CsvTable& table) : rows_(table.rows) {}

  template <class Test>
  [[nodiscard]] bool all_of(std::size_t column, const Test& test) const {
    return std::all_of(rows_.begin() + 1, rows_.end(),
                       [&](const CsvRow& row) { return test(row.text(column)); });
  }

  [[nodiscard]] bool is_identifier(std::size_t column) const {
    std::set<std::string> numbers;
    std::set<std::string> words;
    return all_of(column, [&](std::string_view text) {
      const std::string number = participant_number(text);
      const bool has_word = !text.empty() && (text.front() < '0' || text.front() > '9');
      words.insert(std::string(text.substr(0, text.find_first_of("0123456789"))));
      return has_word && words.size() == 1 && !number.empty() && numbers.insert(number).second;
    });
  }

  [[nodiscard]] bool is_grade(std::size_t column) const {
    const std::string_view most = rows_[1].text(column + 1);
    if (!decimal_number(most)) return false;
    return all_of(column + 1, [&](std::string_view text) { return text == most; }) &&
           all_of(column, [](std::string_view text) {
             return text.empty() || text == "-" || decimal_number(text).has_value();
           });
  }

  /// Dates, or "-" for none; a column of feedback has empty cells, or texts.
  [[nodiscard]] bool is_dates(std::size_t column) const {
    return all_of(column, [](std::string_view text) {
      constexpr std::size_t k_longest_date = 80;
      const auto digits = std::ranges::count_if(text, is_number_digit);
      const bool is_date = digits >= 5 && text.size() <= k_longest_date;
      return text == "-" || is_date;
    });
  }

  /// Whether a cell has a day and a time in it, and is no address.
  [[nodiscard]] bool has_time(std::size_t column) const {
    return !all_of(column, [](std::string_view text) {
      return text.find(' ') == std::string_view::npos || text.find('@') != std::string_view::npos ||
             text.find_first_of(":.") == std::string_view::npos;
    });
  }

 private:
  const std::vector<CsvRow>& rows_;
};

/// Of several that look so the last one: what says who somebody is stands before.
std::optional<std::size_t> likely_grade(const WorksheetBody& body, std::size_t first,
                                        std::size_t columns) {
  std::optional<std::size_t> found;
  for (std::size_t column = first; column + 1 < columns; ++column) {
    if (body.is_grade(column)) found = column;
  }
  return found;
}

}  // namespace

std::string participant_number(std::string_view lms_id) {
  lms_id = trimmed(lms_id);
  std::string number(lms_id.substr(std::min(lms_id.find_first_of("0123456789"), lms_id.size())));
  if (!is_digits(number)) return {};
  number.erase(0, std::min(number.find_first_not_of('0'), number.size() - 1));
  return number;
}

std::optional<double> decimal_number(std::string_view text) {
  const bool has_sign = text.starts_with('-') || text.starts_with('+');
  std::string number(text.substr(has_sign ? 1 : 0));
  std::replace(number.begin(), number.end(), ',', '.');
  const auto digits = std::ranges::count_if(number, is_number_digit);
  const auto points = std::ranges::count(number, '.');
  const bool is_number =
      digits > 0 && points <= 1 && static_cast<std::size_t>(digits + points) == number.size();
  if (!is_number) return std::nullopt;
  const auto value = number_in<double>(number);
  return value && text.starts_with('-') ? -*value : value;
}

std::optional<WorksheetColumns> worksheet_columns(const CsvTable& table) {
  if (table.rows.size() < 2) return std::nullopt;
  const WorksheetBody body(table);
  const std::size_t columns = table.rows.front().cells.size();
  WorksheetColumns found;
  while (found.identifier < columns && !body.is_identifier(found.identifier))
    ++found.identifier;
  if (found.identifier == columns) return std::nullopt;
  found.grade = likely_grade(body, found.identifier + 1, columns);
  // Without points nothing but their place tells the two columns of times: they are the last ones.
  for (std::size_t column = found.grade.value_or(found.identifier) + 2; column < columns;
       ++column) {
    const bool is_time = body.is_dates(column) && (found.grade || body.has_time(column));
    if (is_time && !found.submitted) found.submitted = column;
  }
  return found;
}

bool is_worksheet(const CsvTable& table) {
  const auto columns = worksheet_columns(table);
  return columns && columns->identifier == 0 && columns->submitted.has_value();
}

bool holds_dates(const CsvTable& table, std::size_t column) {
  return WorksheetBody(table).is_dates(column);
}

}  // namespace arbiter::model
