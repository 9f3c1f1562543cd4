#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "stress/text/text_layout.hpp"

namespace arbiter::stress {

/// What can be taken out of a text unit by unit, and the number that seems to count the units.
struct TextFamily {
  std::vector<std::vector<TextRange>> units;
  std::optional<std::size_t> counter = std::nullopt;  // of all words
};

/// What is taken away together, and by how much a number falls.
struct TextCut {
  std::vector<TextRange> ranges;
  std::optional<std::size_t> counter = std::nullopt;
  std::int64_t amount = 0;
};

/// Lines, records of lines, columns, words of a line, letters of a word, in this order.
std::vector<TextFamily> families_of(const TextLayout& layout);

TextCut cut_of(const TextFamily& family, std::size_t first, std::size_t count);

/// The text without what is cut; none if a count would fall below 0, or is cut itself.
std::optional<std::string> without(const TextLayout& layout,
                                   const std::vector<const TextCut*>& cuts);

}  // namespace arbiter::stress
