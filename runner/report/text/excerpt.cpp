#include "report/text/excerpt.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

// Of a longer line only so many bytes at its beginning and end are shown.
constexpr std::size_t k_long_line = 800;
constexpr std::size_t k_line_head = 400;
constexpr std::size_t k_line_tail = 200;

ExcerptRow row_of(std::string_view bytes, std::size_t line, bool is_whole) {
  std::string text = untabbed(bytes);
  text.erase(text.find_last_not_of(' ') + 1);
  return {std::move(text), line, false, is_whole};
}

void add_line(std::vector<ExcerptRow>& rows, std::string_view bytes, std::size_t line) {
  if (bytes.size() <= k_long_line) {
    rows.push_back(row_of(bytes, line, true));
    return;
  }
  const std::size_t head = character_start(bytes, k_line_head);
  const std::size_t tail = character_start(bytes, bytes.size() - k_line_tail);
  rows.push_back(row_of(bytes.substr(0, head), line, false));
  rows.push_back(
      {fmt::format("… {} more of this line", counted(tail - head, "byte")), line, true, false});
  rows.push_back(row_of(bytes.substr(tail), line, false));
}

}  // namespace

std::vector<LineRange> both_ends(std::size_t lines, std::size_t most) {
  if (lines <= most) return {{0, lines}};
  const std::size_t at_end = most / 3;
  return {{0, most - at_end}, {lines - at_end, lines}};
}

LineRange around(std::size_t lines, std::size_t most, std::size_t focus) {
  if (lines <= most) return {0, lines};
  const std::size_t first = std::min(focus - std::min(focus, most / 2), lines - most);
  return {first, first + most};
}

std::vector<ExcerptRow> excerpt(std::string_view bytes, const std::vector<LineRange>& shown) {
  const std::vector<std::string_view> lines = split_lines(bytes);
  std::vector<ExcerptRow> rows;
  std::size_t next = 0;
  const auto leave_out = [&](std::size_t until) {
    if (until <= next) return;
    rows.push_back({fmt::format("… {} more", counted(until - next, "line")), next, true, false});
  };
  for (const LineRange& range : shown) {
    leave_out(std::min(range.first, lines.size()));
    for (next = range.first; next < std::min(range.last, lines.size()); ++next)
      add_line(rows, lines[next], next);
  }
  leave_out(lines.size());
  return rows;
}

std::string barred(const std::vector<ExcerptRow>& rows, const Style& style) {
  const std::size_t room = style.width > 12 ? style.width - 4 : 8;
  std::string text;
  for (const ExcerptRow& row : rows) {
    if (row.is_note) {
      text += paragraph(style, "", "  ", row.text, 2);
      continue;
    }
    for (std::string& piece : chop(row.text, room)) {
      piece.erase(piece.find_last_not_of(' ') + 1);
      text += "  " + paint(style, "2", "|") + (piece.empty() ? "" : " ") + piece + "\n";
    }
  }
  return text;
}

std::string quoted_block(std::string_view bytes, std::size_t most, bool keep_end,
                         const Style& style) {
  const std::size_t lines = split_lines(bytes).size();
  const std::size_t shown = std::min(lines, most);
  const LineRange range = keep_end ? LineRange{lines - shown, lines} : LineRange{0, shown};
  return barred(excerpt(bytes, {range}), style);
}

std::string untabbed(std::string_view bytes) {
  std::string text = printable(bytes);
  replace_all(text, "\t", "    ");
  return text;
}

}  // namespace arbiter::report
