#include "base/text_encoding.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace arbiter {
namespace {

constexpr std::string_view k_utf8_mark = "\xEF\xBB\xBF";
constexpr std::string_view k_little_mark = "\xFF\xFE";
constexpr std::string_view k_big_mark = "\xFE\xFF";
constexpr char32_t k_replacement = 0xFFFD;

// 0x80 to 0x9F; the five bytes that mean nothing stand for the controls of Latin 1, as browsers
// have it, so that they come back.
constexpr std::array<char16_t, 32> k_cp1252 = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

// 0x80 to 0xFF.
constexpr std::u16string_view k_cp437 =
    u"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄"
    u"▌▐▀"
    u"αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0";
static_assert(k_cp437.size() == 128);

void append_utf8(std::string& to, char32_t c) {
  const auto put = [&](char32_t byte) {
    to += static_cast<char>(static_cast<unsigned char>(byte));
  };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0U | (c >> 6U));
    put(0x80U | (c & 0x3FU));
  } else if (c < 0x10000) {
    put(0xE0U | (c >> 12U));
    put(0x80U | ((c >> 6U) & 0x3FU));
    put(0x80U | (c & 0x3FU));
  } else {
    put(0xF0U | (c >> 18U));
    put(0x80U | ((c >> 12U) & 0x3FU));
    put(0x80U | ((c >> 6U) & 0x3FU));
    put(0x80U | (c & 0x3FU));
  }
}

/// The characters of valid UTF-8.
std::u32string characters_of(std::string_view utf8) {
  std::u32string all;
  for (std::size_t at = 0; at < utf8.size();) {
    const auto lead = static_cast<unsigned char>(utf8[at]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    char32_t c = length == 1 ? lead : lead & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i)
      c = (c << 6U) | (static_cast<unsigned char>(utf8[at + i]) & 0x3FU);
    all += c;
    at += length;
  }
  return all;
}

std::string from_utf16(std::string_view bytes, bool is_little) {
  const auto unit = [&](std::size_t at) {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    return static_cast<char32_t>(is_little ? first | (second << 8U) : second | (first << 8U));
  };
  std::string text;
  std::size_t at = 0;
  for (; at + 1 < bytes.size(); at += 2) {
    char32_t c = unit(at);
    const bool is_high = c >= 0xD800 && c < 0xDC00;
    const char32_t next = is_high && at + 3 < bytes.size() ? unit(at + 2) : 0;
    if (next >= 0xDC00 && next < 0xE000) {
      c = 0x10000 + ((c - 0xD800) << 10U) + (next - 0xDC00);
      at += 2;
    } else if (c >= 0xD800 && c < 0xE000) {
      c = k_replacement;
    }
    append_utf8(text, c);
  }
  if (at < bytes.size()) append_utf8(text, k_replacement);
  return text;
}

std::string to_utf16(const std::u32string& text, bool is_little) {
  std::string bytes(is_little ? k_little_mark : k_big_mark);
  const auto put = [&](char32_t unit) {
    const char low = static_cast<char>(static_cast<unsigned char>(unit & 0xFFU));
    const char high = static_cast<char>(static_cast<unsigned char>(unit >> 8U));
    bytes += is_little ? low : high;
    bytes += is_little ? high : low;
  };
  for (const char32_t c : text) {
    if (c >= 0x10000) {
      put(0xD800 + ((c - 0x10000) >> 10U));
      put(0xDC00 + ((c - 0x10000) & 0x3FFU));
    } else {
      put(c);
    }
  }
  return bytes;
}

std::string from_cp1252(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    const auto c = static_cast<unsigned char>(byte);
    append_utf8(text, c >= 0x80 && c < 0xA0 ? k_cp1252.at(c - 0x80U) : c);
  }
  return text;
}

std::string to_cp1252(const std::u32string& text) {
  std::string bytes;
  for (const char32_t c : text) {
    const auto* const row = std::find(k_cp1252.begin(), k_cp1252.end(), c);
    if (row != k_cp1252.end()) {
      bytes += static_cast<char>(static_cast<unsigned char>(0x80 + (row - k_cp1252.begin())));
    } else {
      bytes += c < 0x80 || (c >= 0xA0 && c < 0x100)
                   ? static_cast<char>(static_cast<unsigned char>(c))
                   : '?';
    }
  }
  return bytes;
}

}  // namespace

DecodedText decode_text(std::string_view bytes) {
  if (bytes.starts_with(k_little_mark))
    return {from_utf16(bytes.substr(2), true), TextEncoding::utf16_little};
  if (bytes.starts_with(k_big_mark))
    return {from_utf16(bytes.substr(2), false), TextEncoding::utf16_big};
  if (!is_utf8(bytes)) return {from_cp1252(bytes), TextEncoding::cp1252};
  if (bytes.starts_with(k_utf8_mark)) {
    return {std::string(bytes.substr(k_utf8_mark.size())), TextEncoding::utf8_with_mark};
  }
  return {std::string(bytes), TextEncoding::utf8};
}

std::string encode_text(std::string_view utf8, TextEncoding encoding) {
  const std::string valid = to_utf8(utf8);
  switch (encoding) {
    case TextEncoding::utf8:
      return valid;
    case TextEncoding::utf8_with_mark:
      return std::string(k_utf8_mark) + valid;
    case TextEncoding::utf16_little:
      return to_utf16(characters_of(valid), true);
    case TextEncoding::utf16_big:
      return to_utf16(characters_of(valid), false);
    case TextEncoding::cp1252:
      return to_cp1252(characters_of(valid));
  }
  return valid;
}

std::string from_cp437(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    const auto c = static_cast<unsigned char>(byte);
    append_utf8(text, c >= 0x80 ? k_cp437.at(c - 0x80U) : c);
  }
  return text;
}

std::string_view name_of(TextEncoding encoding) {
  switch (encoding) {
    case TextEncoding::utf8:
    case TextEncoding::utf8_with_mark:
      return "UTF-8";
    case TextEncoding::utf16_little:
    case TextEncoding::utf16_big:
      return "UTF-16";
    case TextEncoding::cp1252:
      return "Windows-1252";
  }
  return "UTF-8";
}

}  // namespace arbiter
