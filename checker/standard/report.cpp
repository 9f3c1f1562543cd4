#include "standard/report.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "arbiter/shown.hpp"
#include "base/text.hpp"
#include "standard/token_reader.hpp"

namespace arbiter::checkers {
namespace {

constexpr std::size_t k_clip = 200;
constexpr std::size_t k_before_difference = 80;
constexpr std::size_t k_message_clip = 60;

struct Range {
  char32_t first;
  char32_t last;
};

// Characters that a terminal obeys or does not show: C0, DEL and C1 controls, no-break and
// zero-width spaces, soft hyphen, direction marks, line separators, byte order mark, tags.
constexpr std::array<Range, 12> k_unseen{{{0x00, 0x1F},
                                          {0x7F, 0xA0},
                                          {0xAD, 0xAD},
                                          {0x61C, 0x61C},
                                          {0x180E, 0x180E},
                                          {0x2000, 0x200F},
                                          {0x2028, 0x202F},
                                          {0x205F, 0x206F},
                                          {0x3000, 0x3000},
                                          {0xFEFF, 0xFEFF},
                                          {0xFFF9, 0xFFFB},
                                          {0xE0000, 0xE007F}}};

bool is_unseen(char32_t code) {
  return std::any_of(k_unseen.begin(), k_unseen.end(), [code](const Range& range) {
    return code >= range.first && code <= range.last;
  });
}

struct Symbol {
  char byte;
  std::string_view shown;
};

constexpr std::array<Symbol, 4> k_symbols{{{' ', "·"}, {'\t', "→"}, {'\n', "⏎"}, {'\r', "\\r"}}};

// A piece too long to be shown whole is cut around the byte where it matters, not in a character.
std::string_view clipped(std::string_view piece, std::size_t focus, std::size_t limit) {
  if (piece.size() <= limit) return piece;
  std::size_t begin = focus - std::min(focus, std::min(k_before_difference, limit / 2));
  begin = std::min(begin, piece.size() - limit);
  return piece.substr(character_start(piece, begin), limit);
}

std::size_t common_prefix(std::string_view left, std::string_view right) {
  const auto parted = std::mismatch(left.begin(), left.end(), right.begin(), right.end());
  return static_cast<std::size_t>(parted.first - left.begin());
}

/// Line and column of a byte, from 1; a line feed is the last byte of its line.
struct Position {
  std::uint64_t line = 1;
  std::uint64_t column = 1;
};

Position position_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto feeds = std::count(before.begin(), before.end(), '\n');
  const std::size_t last = before.rfind('\n');
  const std::size_t column = last == std::string_view::npos ? offset : offset - last - 1;
  return {static_cast<std::uint64_t>(feeds) + 1, static_cast<std::uint64_t>(column) + 1};
}

std::string describe(const Position& position) {
  return "line " + std::to_string(position.line) + ", column " + std::to_string(position.column);
}

}  // namespace

Place place_of(std::string_view text, std::string_view piece) {
  return {text, static_cast<std::size_t>(piece.data() - text.data()), piece};
}

Place line_place(std::string_view text, std::size_t offset) {
  return {text, offset, offset < text.size() ? line_around(text, offset) : std::string_view{}};
}

std::string quoted(const Place& place, std::size_t focus) {
  if (place.at_end()) return "the end of the file";
  if (place.shown.empty()) return "no blanks";
  const std::string_view piece = clipped(place.shown, focus, k_message_clip);
  const bool cut_before = piece.data() > place.shown.data();
  const bool cut_after = piece.data() + piece.size() < place.shown.data() + place.shown.size();
  return (cut_before ? "\"…" : "\"") + visible(piece) + (cut_after ? "…\"" : "\"");
}

Outcome accepted() {
  return {true, {}, std::nullopt, {}};
}

Outcome rejected(const Place& answer, const Place& output, std::string_view note) {
  const Position at = position_of(output.text, output.offset);
  const Position wanted = position_of(answer.text, answer.offset);
  const std::size_t focus = common_prefix(answer.shown, output.shown);
  FirstDifference difference;
  difference.output_line = at.line;
  difference.output_column = at.column;
  difference.answer_line = wanted.line;
  difference.answer_column = wanted.column;
  difference.expected_end = answer.at_end();
  difference.got_end = output.at_end();
  difference.expected = clipped(answer.shown, focus, k_clip);
  difference.got = clipped(output.shown, focus, k_clip);
  std::string message = describe(at);
  if (at.line != wanted.line || at.column != wanted.column) {
    message += " (answer: " + describe(wanted) + ")";
  }
  message += ": expected " + quoted(answer, focus) + ", got " + quoted(output, focus);
  if (!note.empty()) message += ", " + std::string(note);
  return {false, std::move(message), std::move(difference), {}};
}

Outcome broken_answer(const Place& place, std::string_view needed) {
  const Position at = position_of(place.text, place.offset);
  std::string error = "the answer file is at fault, " + describe(at) + ": " + quoted(place) +
                      " is not " + std::string(needed);
  return {false, {}, std::nullopt, std::move(error)};
}

std::string visible(std::string_view bytes, std::size_t limit) {
  std::string text;
  std::size_t used = 0;
  while (used < bytes.size()) {
    const std::string_view rest = bytes.substr(used);
    const auto character = detail::decode_utf8(rest);
    const std::size_t size = std::max<std::size_t>(character.length, 1);
    if (used + size > limit) return text + "…";
    const auto* const symbol = std::ranges::find(k_symbols, rest.front(), &Symbol::byte);
    if (symbol != k_symbols.end()) {
      text += symbol->shown;
    } else if (character.length == 0 || is_unseen(character.value)) {
      for (const char byte : rest.substr(0, size))
        text += detail::escaped_byte(static_cast<unsigned char>(byte));
    } else {
      text += rest.substr(0, size);
    }
    used += size;
  }
  return text;
}

}  // namespace arbiter::checkers
