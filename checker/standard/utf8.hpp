#pragma once

#include <string>
#include <string_view>

#include "arbiter/shown.hpp"

namespace arbiter::checkers {

/// The character at the start of a text that is not empty; of length 0 if that is no valid UTF-8.
using arbiter::detail::decode_utf8;

/// Appends a character of the basic multilingual plane, or beyond it, as UTF-8.
void append_utf8(std::string& text, char32_t code);

/// Whether every byte belongs to a valid character.
bool is_utf8(std::string_view text);

}  // namespace arbiter::checkers
