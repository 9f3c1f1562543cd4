#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace arbiter {

namespace detail {

/// One character of a text: its code point and its length in bytes. Length 0 says that the bytes
/// are no valid UTF-8 here (overlong forms, surrogates and values over U+10FFFF included).
struct CodePoint {
  std::uint32_t value = 0;
  std::size_t length = 0;
};

inline CodePoint decode_utf8(std::string_view bytes) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || bytes.size() < length) return {};
  std::uint32_t value = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return {};
    value = value << 6U | (byte(i) & 0x3FU);
  }
  constexpr std::array<std::uint32_t, 5> k_smallest = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < k_smallest.at(length) || value > 0x10FFFF || surrogate) return {};
  return {value, length};
}

/// Characters that a terminal would not show, or that would reorder what it shows.
inline bool is_invisible(std::uint32_t c) {
  return (c >= 0x7F && c <= 0xA0) || c == 0xAD || (c >= 0x2000 && c <= 0x200F) ||
         (c >= 0x2028 && c <= 0x202F) || (c >= 0x205F && c <= 0x206F) || c == 0x3000 || c == 0xFEFF;
}

inline std::string escaped_byte(unsigned value) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "\\x%02X", value);
  return text.data();
}

inline std::string escaped_character(std::uint32_t value) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "\\u{%04X}", static_cast<unsigned>(value));
  return text.data();
}

inline std::string shown_character(std::uint32_t c, std::string_view bytes) {
  switch (c) {
    case ' ':
      return "\xE2\x90\xA3";  // the open box, U+2423
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    case '"':
    case '\\':
      return "\\" + std::string(bytes);
    default:
      break;
  }
  if (c < 0x20) return escaped_byte(c);
  if (is_invisible(c)) return escaped_character(c);
  return std::string(bytes);
}

}  // namespace detail

/// Bytes as a person can read them in a message: in quotes, a space as an open box (U+2423), line
/// ends, tabs, control characters and bytes that are no UTF-8 as escapes. At most `limit`
/// characters are shown; an ellipsis after the closing quote says that there were more.
/// The answer is always valid UTF-8 on one line.
inline std::string shown(std::string_view bytes, std::size_t limit = 40) {
  std::string text = "\"";
  std::size_t at = 0;
  for (std::size_t count = 0; at < bytes.size() && count < limit; ++count) {
    const detail::CodePoint c = detail::decode_utf8(bytes.substr(at));
    if (c.length == 0) {
      text += detail::escaped_byte(static_cast<unsigned char>(bytes[at]));
      ++at;
    } else {
      text += detail::shown_character(c.value, bytes.substr(at, c.length));
      at += c.length;
    }
  }
  text += '"';
  if (at < bytes.size()) text += "\xE2\x80\xA6";
  return text;
}

}  // namespace arbiter
