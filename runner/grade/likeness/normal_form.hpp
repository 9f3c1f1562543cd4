#pragma once

#include <string>
#include <string_view>

#include "grade/likeness/source_rules.hpp"

namespace arbiter::grade {

/// A source without comments and blanks, every name in it written as "I"; strings, numbers, signs
/// and keywords are kept. Any bytes will do; takes time in proportion to their number.
struct NormalForm {
  std::string text;        ///< its tokens, with a newline after each
  std::size_t tokens = 0;  ///< how many
};

NormalForm normal_form(std::string_view source, const SourceRules& rules);

}  // namespace arbiter::grade
