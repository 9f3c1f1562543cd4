#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "verify/mutate.hpp"

namespace arbiter::verify {

/// A word of a source text.
struct SourceToken {
  enum class Kind : std::uint8_t { name, number, text, sign };
  Kind kind = Kind::sign;
  std::string_view word;  ///< of the text that was split
  std::size_t offset = 0;
  bool begins_line = false;  ///< the first of its line
};

/// Splits a text into words, without comments and lines of the preprocessor. A literal is one
/// `text`. Something that ends nowhere goes to the end of the text.
std::vector<SourceToken> source_tokens(std::string_view text, Syntax syntax);

/// The number of the token that closes the bracket at `open`; that of tokens where none does.
std::size_t closing_of(const std::vector<SourceToken>& tokens, std::size_t open);

}  // namespace arbiter::verify
