#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace arbiter::checkers {

/// One decoded character; `size` is 0 when the text does not start with valid UTF-8 (RFC 3629:
/// no overlong forms, no surrogates, nothing above U+10FFFF) or is empty.
struct Character {
  char32_t code = 0;
  std::size_t size = 0;
};

/// The character at the start of `text`.
Character decode_utf8(std::string_view text);

/// Appends a character of the basic multilingual plane, or beyond it, as UTF-8.
void append_utf8(std::string& text, char32_t code);

/// Whether every byte belongs to a valid character.
bool is_utf8(std::string_view text);

}  // namespace arbiter::checkers
