#include "base/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/text.hpp"

namespace arbiter {
namespace {

constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF";
constexpr std::array k_delimiters = {',', ';', '\t'};

Error refused_csv(int line, std::string_view why, std::string help) {
  return usage_error(fmt::format("line {} {}", line, why), std::move(help));
}

/// Goes over the bytes once, from field to field.
class CsvParser {
 public:
  CsvParser(std::string_view bytes, char delimiter) : bytes_(bytes), delimiter_(delimiter) {}

  /// Begins there; the lines before it are counted.
  void skip_to(std::size_t at) {
    line_ +=
        static_cast<int>(std::count(bytes_.begin(), bytes_.begin() + static_cast<long>(at), '\n'));
    at_ = at;
  }

  [[nodiscard]] bool is_done() const { return at_ >= bytes_.size(); }

  Result<CsvRow> row() {
    CsvRow row;
    row.line = line_;
    while (true) {
      ARBITER_TRY(cell, next());
      row.cells.push_back(std::move(cell));
      if (is_done()) return row;
      if (bytes_[at_] != delimiter_) break;
      ++at_;
    }
    end_line();
    return row;
  }

 private:
  [[nodiscard]] bool is_end_of_field(std::size_t at) const {
    return at >= bytes_.size() || bytes_[at] == delimiter_ || bytes_[at] == '\n' ||
           bytes_[at] == '\r';
  }

  void end_line() {
    if (bytes_[at_] == '\r' && at_ + 1 < bytes_.size() && bytes_[at_ + 1] == '\n') ++at_;
    ++at_;
    ++line_;
  }

  Result<CsvCell> next() {
    CsvCell cell;
    cell.begin = at_;
    if (!is_done() && bytes_[at_] == '"') {
      cell.is_quoted = true;
      ARBITER_SET(cell.text, quoted());
    } else {
      while (!is_end_of_field(at_))
        ++at_;
      cell.text = bytes_.substr(cell.begin, at_ - cell.begin);
    }
    cell.end = at_;
    return cell;
  }

  Result<std::string> quoted() {
    const int begin = line_;
    std::string text;
    ++at_;
    while (true) {
      const std::size_t quote = bytes_.find('"', at_);
      if (quote == std::string_view::npos) {
        return refused_csv(begin, "has a quote that is never closed",
                           "quotes in a quoted field are doubled");
      }
      const std::string_view piece = bytes_.substr(at_, quote - at_);
      text += piece;
      count_lines(piece);
      at_ = quote + 1;
      if (at_ >= bytes_.size() || bytes_[at_] != '"') break;
      text += '"';
      ++at_;
    }
    if (is_end_of_field(at_)) return text;
    return refused_csv(line_, "has text behind a closing quote",
                       "quotes in a quoted field are doubled, and nothing may follow the last one");
  }

  void count_lines(std::string_view piece) {
    for (std::size_t i = 0; i < piece.size(); ++i) {
      const bool is_cr_alone = piece[i] == '\r' && (i + 1 == piece.size() || piece[i + 1] != '\n');
      if (piece[i] == '\n' || is_cr_alone) ++line_;
    }
  }

  std::string_view bytes_;
  char delimiter_;
  std::size_t at_ = 0;
  int line_ = 1;
};

/// Whether the first rows have several fields, and as many as the header, and how many that has.
std::pair<bool, std::size_t> shape_with(std::string_view bytes, std::size_t begin, char delimiter) {
  constexpr std::size_t k_rows_to_look_at = 3;
  CsvParser parser(bytes, delimiter);
  parser.skip_to(begin);
  std::vector<std::size_t> counts;
  while (!parser.is_done() && counts.size() < k_rows_to_look_at) {
    const auto row = parser.row();
    if (!row) break;
    if (row->cells.size() > 1 || !row->cells[0].text.empty()) counts.push_back(row->cells.size());
  }
  if (counts.empty()) return {};
  const bool is_even = std::ranges::count(counts, counts.front()) == std::ssize(counts);
  return {counts.front() > 1 && is_even, counts.front()};
}

char likely_delimiter(std::string_view bytes, std::size_t begin) {
  return *std::ranges::max_element(
      k_delimiters, {}, [&](char delimiter) { return shape_with(bytes, begin, delimiter); });
}

/// What spreadsheets write before the header to say what separates the fields.
std::optional<char> said_delimiter(std::string_view bytes) {
  if (!bytes.starts_with("sep=") || bytes.size() < 6) return std::nullopt;
  return bytes[5] == '\n' || bytes[5] == '\r' ? std::optional<char>(bytes[4]) : std::nullopt;
}

}  // namespace

Result<CsvTable> parse_csv(std::string_view bytes, std::optional<char> delimiter) {
  std::size_t begin = bytes.starts_with(k_byte_order_mark) ? k_byte_order_mark.size() : 0;
  if (const std::size_t nul = bytes.find('\0'); nul != std::string_view::npos) {
    const auto line = 1 + std::count(bytes.begin(), bytes.begin() + static_cast<long>(nul), '\n');
    return refused_csv(static_cast<int>(line), "has a NUL byte in it", "save it as CSV in UTF-8");
  }
  CsvTable table;
  if (const auto said = said_delimiter(bytes.substr(begin))) {
    if (!delimiter) delimiter = said;
    begin = bytes.find_first_of("\r\n", begin);
    begin += bytes.substr(begin).starts_with("\r\n") ? 2 : 1;
  }
  table.delimiter = delimiter ? *delimiter : likely_delimiter(bytes, begin);
  CsvParser parser(bytes, table.delimiter);
  parser.skip_to(begin);
  while (!parser.is_done()) {
    ARBITER_TRY(row, parser.row());
    const bool is_blank =
        row.cells.size() == 1 && row.cells[0].text.empty() && !row.cells[0].is_quoted;
    if (!is_blank) table.rows.push_back(std::move(row));
  }
  return table;
}

std::string csv_cell(std::string_view text, char delimiter, bool always) {
  const bool has_edge = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  const bool is_special = text.find_first_of("\"\r\n") != std::string_view::npos ||
                          text.find(delimiter) != std::string_view::npos;
  if (!always && !has_edge && !is_special) return std::string(text);
  std::string inside(text);
  replace_all(inside, "\"", "\"\"");
  return '"' + inside + '"';
}

std::string csv_row(std::span<const std::string> texts, char delimiter) {
  std::string row;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) row += delimiter;
    row += csv_cell(texts[i], delimiter);
  }
  // A row of one empty cell would be read as a blank line.
  if (texts.size() == 1 && texts[0].empty()) row = "\"\"";
  return row + "\n";
}

std::string edit_csv(std::string_view bytes, const CsvTable& table,
                     const std::vector<CsvEdit>& edits) {
  std::map<std::size_t, std::map<std::size_t, std::string_view>> by_row;
  for (const CsvEdit& edit : edits)
    by_row[edit.row][edit.column] = edit.text;
  std::string all;
  std::size_t copied = 0;
  for (const auto& [row, columns] : by_row) {
    if (row >= table.rows.size()) break;
    const std::vector<CsvCell>& cells = table.rows[row].cells;
    std::size_t cells_in_row = cells.size();
    for (const auto& [column, text] : columns) {
      const bool is_there = column < cells.size();
      const std::size_t begin = is_there ? cells[column].begin : cells.back().end;
      if (begin > copied) all += bytes.substr(copied, begin - copied);
      copied = std::max(copied, is_there ? cells[column].end : begin);
      for (; !is_there && cells_in_row <= column; ++cells_in_row)
        all += table.delimiter;
      all += csv_cell(text, table.delimiter, is_there && cells[column].is_quoted);
    }
  }
  return all += bytes.substr(copied);
}

}  // namespace arbiter
