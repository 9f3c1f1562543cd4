#include "report/text/difference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/text.hpp"
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
    const auto* glyph = std::find_if(k_glyphs.begin(), k_glyphs.end(), [&](const Glyph& g) {
      return bytes.substr(0, g.bytes.size()) == g.bytes;
    });
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
  std::string text = first > 0 ? "…" : "";
  for (std::size_t i = first; i < shown.size(); ++i)
    text += shown[i];
  return clip_end(text, room);
}

}  // namespace

std::string difference_place(const model::FirstDifference& difference, const Style& style,
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

std::string render_difference(const model::FirstDifference& difference, const Style& style,
                              const DifferenceWords& words) {
  constexpr std::size_t k_indent = 12;
  std::string text = difference_place(difference, style, words);
  const Shown expected = shown_characters(difference.expected);
  const Shown got = shown_characters(difference.got);
  const std::size_t room = style.width > k_indent + 8 ? style.width - k_indent : 8;
  const auto parted = std::mismatch(expected.begin(), expected.end(), got.begin(), got.end());
  const auto common = static_cast<std::size_t>(parted.first - expected.begin());
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

bool is_drawn(const std::optional<model::FirstDifference>& difference, std::string_view message) {
  if (!difference) return false;
  return message.starts_with(fmt::format("line {}, column {}", difference->output_line,
                                         difference->output_column)) &&
         message.find(": expected ") != std::string_view::npos &&
         (message.ends_with('"') || message.ends_with("the end of the file") ||
          message.ends_with("no blanks"));
}

}  // namespace arbiter::report
