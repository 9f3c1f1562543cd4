#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace arbiter::checkers {

/// A character set of one byte per character that programs of older systems print.
struct Encoding {
  std::string_view name;
  /// Characters of the bytes 128 to 255; 0 where the set has none. 0 to 127 are ASCII.
  std::span<const char16_t, 128> upper;
};

/// cp1252, latin1, cp850 and cp437.
std::span<const Encoding> old_encodings();

/// `bytes` as UTF-8; nothing when one of them is no character of the set.
std::optional<std::string> to_utf8(std::string_view bytes, const Encoding& encoding);

}  // namespace arbiter::checkers
