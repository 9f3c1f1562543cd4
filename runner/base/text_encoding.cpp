#include "base/text_encoding.hpp"

#include <array>

#include "base/text.hpp"

namespace arbiter {
namespace {

constexpr std::string_view k_utf8_mark = "\xEF\xBB\xBF";
constexpr std::string_view k_little_mark = "\xFF\xFE";
constexpr std::string_view k_big_mark = "\xFE\xFF";
constexpr char32_t k_replacement = 0xFFFD;

// 0x80 to 0x9F; the five bytes that mean nothing stand for the controls of Latin 1, as browsers
// have it.
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

std::string from_cp1252(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    const auto c = static_cast<unsigned char>(byte);
    append_utf8(text, c >= 0x80 && c < 0xA0 ? k_cp1252.at(c - 0x80U) : c);
  }
  return text;
}

}  // namespace

void append_utf8(std::string& to, char32_t c) {
  const auto put = [&](char32_t byte) {
    to += static_cast<char>(static_cast<unsigned char>(byte));
  };
  if (c < 0x80) return put(c);
  const unsigned following = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  constexpr std::array<char32_t, 4> k_leads = {0, 0xC0, 0xE0, 0xF0};
  put(k_leads.at(following) | (c >> (6 * following)));
  for (unsigned left = following; left-- > 0;)
    put(0x80U | ((c >> (6 * left)) & 0x3FU));
}

DecodedText decode_text(std::string_view bytes) {
  if (bytes.starts_with(k_little_mark)) return {from_utf16(bytes.substr(2), true)};
  if (bytes.starts_with(k_big_mark)) return {from_utf16(bytes.substr(2), false)};
  if (!is_utf8(bytes)) return {from_cp1252(bytes), true};
  if (bytes.starts_with(k_utf8_mark)) bytes.remove_prefix(k_utf8_mark.size());
  return {std::string(bytes)};
}

std::string from_cp437(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    const auto c = static_cast<unsigned char>(byte);
    append_utf8(text, c >= 0x80 ? k_cp437.at(c - 0x80U) : c);
  }
  return text;
}

}  // namespace arbiter
