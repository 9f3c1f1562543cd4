#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace arbiter {

/// One field of a CSV file: what it says, and where it stands in the bytes that were parsed.
struct CsvCell {
  std::string text;        ///< without its quotes, doubled quotes made one
  std::size_t begin = 0;   ///< of all its bytes, quotes included
  std::size_t end = 0;     ///< behind the last of them
  bool is_quoted = false;  ///< as a whole
};

/// One record, which may go over several lines.
struct CsvRow {
  std::vector<CsvCell> cells;  ///< at least one
  int line = 0;                ///< where it begins, from 1

  /// The text of a cell, or nothing where the row is too short.
  [[nodiscard]] std::string_view text(std::size_t column) const {
    return column < cells.size() ? std::string_view(cells[column].text) : std::string_view();
  }
};

/// A CSV file by RFC 4180. The first row usually is the header; blank lines, a byte order mark and
/// a first line "sep=;" are no rows.
struct CsvTable {
  std::vector<CsvRow> rows;
  char delimiter = ',';
};

/// Reads UTF-8 or anything else that contains ASCII; lines end in LF, CRLF or CR. Without a
/// `delimiter` it is the comma, semicolon or tab that the first rows agree on. Quotes inside a
/// field that does not begin with one are text. Error{usage}, which names the line: a quote that is
/// never closed, text behind a closing quote, a NUL byte.
Result<CsvTable> parse_csv(std::string_view bytes, std::optional<char> delimiter = std::nullopt);

/// A text as a cell: quoted only if it has to be, or if `always` is set.
std::string csv_cell(std::string_view text, char delimiter = ',', bool always = false);

/// Texts as a row, with its end.
std::string csv_row(std::span<const std::string> texts, char delimiter = ',');

/// What a cell is to say instead.
struct CsvEdit {
  std::size_t row = 0;  ///< into CsvTable::rows
  std::size_t column = 0;
  std::string text;
};

/// `bytes`, from which `table` was parsed, with some cells replaced and every other byte kept. A
/// row that is too short gets empty cells in between; a cell that was quoted stays so. Of several
/// edits of a cell the last holds.
std::string edit_csv(std::string_view bytes, const CsvTable& table,
                     const std::vector<CsvEdit>& edits);

}  // namespace arbiter
