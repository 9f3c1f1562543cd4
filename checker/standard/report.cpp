#include "standard/report.hpp"

#include <algorithm>
#include <utility>

#include "standard/token_reader.hpp"

namespace arbiter::checkers {
namespace {

constexpr std::size_t k_clip = 200;
constexpr std::size_t k_before_difference = 80;
constexpr std::size_t k_message_clip = 60;

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// A piece too long to be shown whole is cut around the byte where it matters, not in a character.
std::string_view clipped(std::string_view piece, std::size_t focus, std::size_t limit) {
  if (piece.size() <= limit) return piece;
  std::size_t begin = focus - std::min(focus, std::min(k_before_difference, limit / 2));
  begin = std::min(begin, piece.size() - limit);
  for (int steps = 0; steps < 3 && begin > 0 && is_continuation(piece[begin]); ++steps) {
    --begin;
  }
  return piece.substr(begin, limit);
}

std::size_t common_prefix(std::string_view left, std::string_view right) {
  const std::size_t size = std::min(left.size(), right.size());
  return static_cast<std::size_t>(
      std::mismatch(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(size), right.begin())
          .first -
      left.begin());
}

std::string describe(const Position& position) {
  return "line " + std::to_string(position.line) + ", column " + std::to_string(position.column);
}

}  // namespace

Position position_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto feeds = std::count(before.begin(), before.end(), '\n');
  const std::size_t last = before.rfind('\n');
  const std::size_t column = last == std::string_view::npos ? offset : offset - last - 1;
  return {static_cast<std::uint64_t>(feeds) + 1, static_cast<std::uint64_t>(column) + 1};
}

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
  Difference difference;
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

}  // namespace arbiter::checkers
