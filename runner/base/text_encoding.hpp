#pragma once

#include <string>
#include <string_view>

namespace arbiter {

/// Appends a character in UTF-8.
void append_utf8(std::string& to, char32_t c);

/// The text of a file that a person made.
struct DecodedText {
  std::string text;        ///< UTF-8 without a byte order mark
  bool is_cp1252 = false;  ///< it is of an old Windows program: neither UTF-8 nor marked as UTF-16
};

/// Finds out the encoding and reads the text. Half surrogates and a byte too many in UTF-16 become
/// U+FFFD; otherwise different bytes make different texts.
DecodedText decode_text(std::string_view bytes);

/// Bytes of a code page of MS-DOS (437), which archives use for names that are not marked as UTF-8,
/// as UTF-8.
std::string from_cp437(std::string_view bytes);

}  // namespace arbiter
