#include "report/text/difference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <tuple>

#include "base/text.hpp"
#include "report/text/excerpt.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

struct Glyph {
  std::string_view bytes;
  std::string_view shown;
};

constexpr std::array k_glyphs = {
    Glyph{" ", "·"},  Glyph{"\t", "→"},       Glyph{"\n", "⏎"},
    Glyph{"\r", "␍"}, Glyph{"\xC2\xA0", "⍽"}, Glyph{"\xEF\xBB\xBF", "<BOM>"},
};

/// One character of the text, as it is shown.
using Shown = std::vector<std::string>;

Shown shown_characters(std::string_view bytes) {
  Shown all;
  while (!bytes.empty()) {
    const auto* glyph = std::ranges::find_if(
        k_glyphs, [&](const Glyph& one) { return bytes.starts_with(one.bytes); });
    if (glyph != k_glyphs.end()) {
      all.emplace_back(glyph->shown);
      bytes.remove_prefix(glyph->bytes.size());
      continue;
    }
    // The shortest prefix that is valid UTF-8 is one character; otherwise one byte is shown.
    std::size_t length = 1;
    for (std::size_t longer = 1; longer <= std::min<std::size_t>(4, bytes.size()); ++longer) {
      if (!is_utf8(bytes.substr(0, longer))) continue;
      length = longer;
      break;
    }
    all.push_back(printable(bytes.substr(0, length)));
    bytes.remove_prefix(length);
  }
  return all;
}

std::size_t width_of(const Shown& shown, std::size_t first, std::size_t last) {
  std::size_t width = 0;
  for (std::size_t i = first; i < last; ++i)
    width += display_width(shown[i]);
  return width;
}

/// From character `first` on, cut to `room` columns, with an ellipsis for what is left out.
std::string shown_from(const Shown& shown, std::size_t first, std::size_t room) {
  return clip_end((first > 0 ? "…" : "") + joined(std::span(shown).subspan(first), ""), room);
}

/// A line in which a single blank between words stays one.
std::string with_odd_blanks(std::string_view line) {
  const Shown shown = shown_characters(line);
  const auto has = [&](std::size_t at, std::string_view glyph) {
    return at < shown.size() && shown[at] == glyph;
  };
  const auto is_word = [&](std::size_t at) {
    return at < shown.size() && !has(at, "·") && !has(at, "→") && !has(at, "␍");
  };
  std::string text;
  for (std::size_t i = 0; i < shown.size(); ++i)
    text += has(i, "·") && i > 0 && is_word(i - 1) && is_word(i + 1) ? " " : shown[i];
  return text;
}

/// Without the part of a character that a cut left at the end.
std::string_view whole_characters(std::string_view bytes) {
  for (std::size_t cut = 1; cut <= 3 && cut <= bytes.size() && !is_utf8(bytes); ++cut) {
    const std::string_view shorter = bytes.substr(0, bytes.size() - cut);
    if (is_utf8(shorter)) return shorter;
  }
  return bytes;
}

constexpr std::size_t k_most_lines = 16;

/// Where a side differs from the other, and how it is shown.
struct Divergence {
  std::size_t line = 0;     ///< from 0
  std::size_t column = 0;   ///< from 0, in bytes, of the first one that differs
  bool is_end = false;      ///< it ended where the other one goes on
  std::string_view end_of;  ///< "answer", "output"
  std::string_view sgr;     ///< of the line that differs
};

/// One line of a column.
struct Row {
  std::string text;
  std::string_view sgr;
  bool has_bar = false;
};

struct Drawn {
  std::vector<Row> rows;
  std::size_t width = 0;  ///< without the bar and the blank after it
};

std::pair<Divergence, Divergence> places(const FirstDifference& difference,
                                         const DifferenceWords& words) {
  const auto from_0 = [](std::uint64_t count) {
    return static_cast<std::size_t>(count > 0 ? count - 1 : 0);
  };
  const auto parted = std::ranges::mismatch(difference.expected, difference.got);
  const auto common = static_cast<std::size_t>(parted.in1 - difference.expected.begin());
  return {{from_0(difference.answer_line), from_0(difference.answer_column) + common,
           difference.expected_end, words.answer, "32"},
          {from_0(difference.output_line), from_0(difference.output_column) + common,
           difference.got_end, "output", "31"}};
}

/// Columns before byte `column` of a line; none if it is not in the line.
std::optional<std::size_t> columns_before(std::string_view line, std::size_t column) {
  if (column > line.size()) return std::nullopt;
  return display_width(untabbed(line.substr(0, character_start(line, column))));
}

Drawn drawn(const Side& side, const std::vector<ExcerptRow>& rows,
            const std::optional<Divergence>& place) {
  const std::vector<std::string_view> lines = split_lines(side.bytes);
  Drawn column;
  for (const ExcerptRow& row : rows) {
    const bool differs = place && !place->is_end && row.is_whole && row.line == place->line;
    column.rows.push_back({row.text, row.is_note ? "2" : differs ? place->sgr : "", !row.is_note});
    if (!differs) continue;
    if (const auto before = columns_before(lines[row.line], place->column)) {
      column.rows.push_back({std::string(2 + *before, ' ') + "^", "1;31", false});
    }
  }
  for (const Row& row : column.rows)
    column.width = std::max(column.width, display_width(row.text) - (row.has_bar ? 0 : 2));
  column.width = std::max(column.width, display_width(side.title));
  return column;
}

/// The lines of a side that are shown, and what is said of its end.
std::vector<ExcerptRow> chosen(const Side& side, std::size_t lines,
                               const std::optional<Divergence>& place) {
  if (side.bytes.empty() && side.left_out == 0) return {{"(nothing)", 0, true, false}};
  std::vector<ExcerptRow> rows =
      excerpt(side.bytes, {around(lines, k_most_lines, place ? place->line : 0)});
  if (side.left_out > 0) {
    rows.push_back({fmt::format("… {} bytes more", side.left_out), 0, true, false});
  } else if (place && place->is_end) {
    rows.push_back({fmt::format("(end of {})", place->end_of), 0, true, false});
  }
  return rows;
}

std::string columns(const Side& expected, const Drawn& left, const Side& got, const Drawn& right,
                    const Style& style) {
  const std::size_t second = 2 + left.width + 2;  // columns from the first bar to the second
  const auto cell = [&](const Row& row, std::string& to) {
    if (row.has_bar) to += paint(style, "2", "|") + (row.text.empty() ? "" : " ");
    to += paint(style, row.sgr, row.text);
    return (row.has_bar ? (row.text.empty() ? 1U : 2U) : 0U) + display_width(row.text);
  };
  std::string text = "  " + paint(style, "1", expected.title) +
                     std::string(second - display_width(expected.title), ' ') +
                     paint(style, "1", got.title) + "\n";
  for (std::size_t i = 0; i < std::max(left.rows.size(), right.rows.size()); ++i) {
    text += "  ";
    const std::size_t used = i < left.rows.size() ? cell(left.rows[i], text) : 0;
    if (i < right.rows.size()) {
      text += std::string(second - used, ' ');
      cell(right.rows[i], text);
    }
    text += "\n";
  }
  return text;
}

/// "differs at line 2, column 5 (in the answer: line 2, column 7)": one paragraph.
std::string difference_place(const FirstDifference& difference, const Style& style,
                             const DifferenceWords& words) {
  const std::string place =
      fmt::format("line {}, column {}", difference.output_line, difference.output_column);
  std::string answer;
  if (difference.output_line != difference.answer_line ||
      difference.output_column != difference.answer_column) {
    answer = fmt::format(" (in the {}: line {}, column {})", words.answer, difference.answer_line,
                         difference.answer_column);
  }
  return paragraph(style, "", "  differs at ", place + answer, 4);
}

}  // namespace

std::string render_difference(const FirstDifference& difference, const Style& style,
                              const DifferenceWords& words) {
  return difference_place(difference, style, words) + difference_lines(difference, style, words);
}

std::string difference_lines(const FirstDifference& difference, const Style& style,
                             const DifferenceWords& words) {
  constexpr std::size_t k_indent = 12;
  std::string text;
  const Shown expected = shown_characters(difference.expected);
  const Shown got = shown_characters(difference.got);
  const std::size_t room = style.width > k_indent + 8 ? style.width - k_indent : 8;
  const auto parted = std::ranges::mismatch(expected, got);
  const auto common = static_cast<std::size_t>(parted.in1 - expected.begin());
  std::size_t first = 0;
  // A third of the line stays for what both have in common.
  for (std::size_t width = width_of(got, 0, common); width > room * 2 / 3; ++first)
    width -= display_width(got[first]);
  if (first > 0) first = std::max(first, common - std::min(common, room / 3));

  const auto side = [&](std::string_view label, std::string_view sgr, const Shown& shown,
                        bool is_end, std::string_view of) {
    const std::string value =
        is_end ? clip_end(fmt::format("(end of {})", of), room) : shown_from(shown, first, room);
    text += fmt::format("  {:<10}{}\n", label, paint(style, is_end ? "2" : sgr, value));
  };
  side(words.expected, "32", expected, difference.expected_end, words.answer);
  side(words.got, "31", got, difference.got_end, "output");
  const std::size_t before = width_of(got, first, common) + (first > 0 ? 1 : 0);
  if (!difference.expected_end && !difference.got_end && common > 0 && before < room) {
    text += std::string(k_indent + before, ' ') + paint(style, "1;31", "^") + "\n";
  }
  return text;
}

std::string head_block(const model::FileHead& file, std::size_t most, const Style& style) {
  const auto size = static_cast<std::size_t>(file.size.count);
  const bool is_cut = size > file.head.size();
  const std::string_view head = is_cut ? whole_characters(file.head) : file.head;
  const bool is_text =
      is_utf8(head) && std::ranges::none_of(head, [](char c) {
        return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t';
      });
  if (!is_text) return {};
  const std::vector<std::string_view> lines = split_lines(head);
  const std::size_t room = style.width > 12 ? style.width - 4 : 8;
  std::vector<ExcerptRow> rows;
  bool is_clipped = false;
  for (std::size_t i = 0; i < std::min(lines.size(), most); ++i) {
    std::string line = with_odd_blanks(lines[i]);
    if (is_cut && i + 1 == lines.size() && head.back() != '\n') line += "…";
    rows.push_back({clip_end(line, room), i, false, true});
    is_clipped = is_clipped || rows.back().text.ends_with("…");
  }
  if (file.lines > rows.size()) {
    rows.push_back({fmt::format("… {} more, {} in all", counted(file.lines - rows.size(), "line"),
                                show(file.size)),
                    0, true, false});
  } else if (is_clipped) {
    rows.push_back({fmt::format("… {} in all", show(file.size)), 0, true, false});
  }
  return barred(rows, style);
}

bool is_drawn(const std::optional<FirstDifference>& difference, std::string_view message) {
  if (!difference) return false;
  return message.starts_with(fmt::format("line {}, column {}", difference->output_line,
                                         difference->output_column)) &&
         message.find(": expected ") != std::string_view::npos &&
         (message.ends_with('"') || message.ends_with("the end of the file") ||
          message.ends_with("no blanks"));
}

std::string side_by_side(const Side& expected, const Side& got,
                         const std::optional<FirstDifference>& difference, const Style& style,
                         const DifferenceWords& words) {
  std::optional<Divergence> left_place;
  std::optional<Divergence> right_place;
  if (difference) std::tie(left_place, right_place) = places(*difference, words);
  const std::size_t lines =
      std::max(split_lines(expected.bytes).size(), split_lines(got.bytes).size());
  const auto left = chosen(expected, lines, left_place);
  const auto right = chosen(got, lines, right_place);
  const Drawn first = drawn(expected, left, left_place);
  const Drawn second = drawn(got, right, right_place);
  if (2 + 2 + first.width + 2 + 2 + second.width <= style.width) {
    return columns(expected, first, got, second, style) +
           (difference ? difference_place(*difference, style, words) : "");
  }
  const auto block = [&](const Side& side, const std::vector<ExcerptRow>& rows) {
    const std::size_t room = style.width - std::min<std::size_t>(style.width, 2);
    return "  " + paint(style, "1", clip_front(side.title, room)) + "\n" + barred(rows, style);
  };
  return block(expected, left) + block(got, right) +
         (difference ? render_difference(*difference, style, words) : "");
}

}  // namespace arbiter::report
