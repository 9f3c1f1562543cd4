#include "intake/names/sheet.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.hpp"
#include "base/instant.hpp"
#include "base/text.hpp"
#include "base/text_encoding.hpp"
#include "intake/names/fold.hpp"

namespace arbiter::intake {
namespace {

Place file_place(const std::filesystem::path& path) {
  Place place;
  place.path = path.string();
  return place;
}

std::string_view key_of_title(std::string_view title, const std::vector<ColumnRule>& columns) {
  const std::string letters = letters_of(title);
  const auto is_same = [&](std::string_view other) { return letters_of(other) == letters; };
  const auto column = std::ranges::find_if(columns, [&](const ColumnRule& one) {
    return is_same(one.key) || std::ranges::any_of(one.titles, is_same);
  });
  return column == columns.end() ? std::string_view() : column->key;
}

}  // namespace

void fault(std::vector<Diagnostic>& to, std::string_view code, Place place, std::string message,
           std::string help) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.place = std::move(place);
  if (!help.empty()) diagnostic.helps.push_back(std::move(help));
  to.push_back(std::move(diagnostic));
}

std::optional<Sheet> Sheet::read(const std::filesystem::path& path, const SheetRule& rule,
                                 std::vector<Diagnostic>& diagnostics) {
  const auto bytes = read_file(path, mib(64));
  if (!bytes) {
    fault(diagnostics, code::k_unreadable, file_place(path), bytes.error().text());
    return std::nullopt;
  }
  DecodedText decoded = decode_text(*bytes);
  if (decoded.encoding == TextEncoding::cp1252) {
    fault(diagnostics, code::k_encoding, file_place(path),
          "the file is not UTF-8 and is read as Windows-1252", "save it as CSV in UTF-8");
    diagnostics.back().severity = Severity::warning;
  }
  auto table = parse_csv(decoded.text);
  if (!table) {
    fault(diagnostics, code::k_unreadable, file_place(path), table.error().message,
          table.error().help);
    return std::nullopt;
  }
  if (table->rows.empty()) {
    fault(diagnostics, code::k_columns, file_place(path), "the table has no header",
          fmt::format("its first line names the columns, such as {}", rule.header));
    return std::nullopt;
  }
  Sheet sheet(path, std::move(decoded.text), *std::move(table));
  sheet.find_columns(rule.columns, diagnostics);
  const auto is_there = [&](const std::vector<std::string_view>& any) {
    return std::ranges::any_of(any, [&](std::string_view key) { return sheet.has(key); });
  };
  if (std::ranges::all_of(rule.needed, is_there)) return sheet;
  fault(diagnostics, code::k_columns, sheet.header(), std::string(rule.missing),
        fmt::format("the first line names the columns: {}", rule.header));
  return std::nullopt;
}

void Sheet::find_columns(const std::vector<ColumnRule>& columns,
                         std::vector<Diagnostic>& diagnostics) {
  std::vector<std::string> known;
  for (const ColumnRule& column : columns)
    known.emplace_back(column.key);
  for (const CsvCell& cell : table_.rows.front().cells) {
    const std::string title(trimmed(cell.text));
    const std::string_view key = key_of_title(title, columns);
    const bool is_twice = !key.empty() && has(key);
    const auto near = key.empty() && !title.empty() ? nearest(folded(title), known) : std::nullopt;
    const Place place = place_at(cell.begin, cell.end, table_.rows.front().line);
    if (is_twice) {
      fault(diagnostics, code::k_columns, place, fmt::format("a second column says the {}", key),
            "remove one of them");
    } else if (near) {
      fault(diagnostics, code::k_unknown_column, place,
            fmt::format("the column '{}' is not read", printable(title)),
            fmt::format("did you mean '{}'?", *near));
      diagnostics.back().severity = Severity::warning;
    }
    keys_.emplace_back(is_twice ? std::string_view() : key);
  }
}

std::optional<std::size_t> Sheet::column_of(std::string_view key) const {
  const auto found = std::ranges::find(keys_, key);
  if (found == keys_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - keys_.begin());
}

std::string Sheet::text(std::size_t row, std::string_view key) const {
  const auto column = column_of(key);
  return column ? std::string(trimmed(table_.rows[row + 1].text(*column))) : std::string();
}

std::optional<std::int64_t> Sheet::instant(std::size_t row, std::string_view key,
                                           std::vector<Diagnostic>& diagnostics) const {
  const std::string said = text(row, key);
  if (said.empty()) return std::nullopt;
  const auto instant = parse_instant(said);
  if (instant) return *instant;
  fault(diagnostics, code::k_value, place(row, key), instant.error().message, instant.error().help);
  return std::nullopt;
}

Place Sheet::place(std::size_t row, std::string_view key) const {
  const CsvRow& cells = table_.rows[row + 1];
  const auto column = column_of(key);
  const CsvCell& cell =
      column && *column < cells.cells.size() ? cells.cells[*column] : cells.cells.front();
  return place_at(cell.begin, cell.end, cells.line);
}

Place Sheet::header() const {
  const CsvRow& row = table_.rows.front();
  return place_at(row.cells.front().begin, row.cells.back().end, row.line);
}

Place Sheet::place_at(std::size_t begin, std::size_t end, int line) const {
  Place place = file_place(path_);
  place.line = line;
  const std::size_t newline = begin == 0 ? std::string::npos : text_.rfind('\n', begin - 1);
  const std::size_t start = newline == std::string::npos ? 0 : newline + 1;
  const std::size_t stop = std::min(text_.find_first_of("\r\n", begin), text_.size());
  // Cells of several lines that stand before this one would make the line a wrong one.
  place.line = 1 + static_cast<int>(
                       std::count(text_.begin(), text_.begin() + static_cast<long>(begin), '\n'));
  place.line = std::max(place.line, line);
  place.column = static_cast<int>(begin - start) + 1;
  place.length = static_cast<int>(std::max<std::size_t>(1, std::min(end, stop) - begin));
  place.source_line = text_.substr(
      start, stop < start ? 0 : std::min(text_.find_first_of("\r\n", start), text_.size()) - start);
  return place;
}

std::optional<std::size_t> problem_in(const ProblemIndex& problems, const std::string& text,
                                      Place place, std::vector<Diagnostic>& diagnostics) {
  const auto found = problems.called(text);
  if (found.size() == 1) return found.front();
  fault(diagnostics, code::k_problem, std::move(place),
        found.empty() ? fmt::format("no problem '{}'", printable(text))
                      : fmt::format("'{}' could be {}", printable(text), problems.list(found)),
        problems.help_for(text));
  return std::nullopt;
}

}  // namespace arbiter::intake
