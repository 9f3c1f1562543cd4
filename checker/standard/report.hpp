#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "standard/checker.hpp"

namespace arbiter::checkers {

/// One side of a difference: where it is, and what to show of it, a view into the text.
struct Place {
  std::string_view text;
  std::size_t offset = 0;
  std::string_view shown;

  /// Whether the text had nothing more to compare.
  [[nodiscard]] bool at_end() const { return offset >= text.size() && shown.empty(); }
};

/// The place of a piece of `text` (a view into it).
Place place_of(std::string_view text, std::string_view piece);

/// The place at `offset`, showing its whole line.
Place line_place(std::string_view text, std::size_t offset);

/// What is at a place, quoted and clipped for a message; `focus` is the byte of it that matters.
std::string quoted(const Place& place, std::size_t focus = 0);

Outcome accepted();

/// A rejection that says where and what; `note` is appended to the message when not empty.
Outcome rejected(const Place& answer, const Place& output, std::string_view note = {});

/// The answer file breaks the rules of the checker at `place`, which should have held `needed`.
Outcome broken_answer(const Place& place, std::string_view needed);

}  // namespace arbiter::checkers
