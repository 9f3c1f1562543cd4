#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace arbiter {

/// How the bytes of a text file that a person made stand for characters.
enum class TextEncoding : std::uint8_t {
  utf8,
  utf8_with_mark,  ///< begins with a byte order mark
  utf16_little,    ///< with its byte order mark
  utf16_big,       ///< likewise
  cp1252,          ///< of old Windows programs: whatever is nothing of the above
};

struct DecodedText {
  std::string text;  ///< UTF-8 without a byte order mark
  TextEncoding encoding = TextEncoding::utf8;
};

/// Finds out the encoding and reads the text. Half surrogates and a byte too many in UTF-16 become
/// U+FFFD; otherwise different bytes make different texts.
DecodedText decode_text(std::string_view bytes);

/// Bytes of a code page of MS-DOS (437), which archives use for names that are not marked as UTF-8,
/// as UTF-8.
std::string from_cp437(std::string_view bytes);

/// "UTF-8", "UTF-16", "Windows-1252".
std::string_view name_of(TextEncoding encoding);

}  // namespace arbiter
