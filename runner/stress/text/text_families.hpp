#pragma once

#include <vector>

#include "stress/text/text_layout.hpp"

namespace arbiter::stress {

/// What can be cut of a text: lines, records of lines, columns, words of a line, letters of a word,
/// those with a count first.
std::vector<Family> families_of(const TextLayout& layout);

}  // namespace arbiter::stress
