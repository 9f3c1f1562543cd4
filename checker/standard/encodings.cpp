#include "standard/encodings.hpp"

#include <array>

#include "standard/utf8.hpp"

namespace arbiter::checkers {
namespace {

using Upper = std::array<char16_t, 128>;

/// A set whose characters from 128 on begin so, and go on as those of Unicode; a NUL is none.
template <std::size_t N>
constexpr Upper upper_of(const char16_t (&begin)[N]) {
  Upper upper{};
  for (std::size_t i = 0; i < upper.size(); ++i) {
    upper[i] = i + 1 < N ? begin[i] : static_cast<char16_t>(0x80 + i);
  }
  return upper;
}

constexpr Upper k_latin1 = upper_of(u"");
constexpr Upper k_cp1252 = upper_of(u"€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ");
constexpr Upper k_cp850 = upper_of(
    u"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐"
    u"└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0");
constexpr Upper k_cp437 = upper_of(
    u"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
    u"└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0");

constexpr std::array<Encoding, 4> k_encodings{
    {{"cp1252", k_cp1252}, {"latin1", k_latin1}, {"cp850", k_cp850}, {"cp437", k_cp437}}};

}  // namespace

std::span<const Encoding> old_encodings() {
  return k_encodings;
}

std::optional<std::string> to_utf8(std::string_view bytes, const Encoding& encoding) {
  std::string text;
  text.reserve(bytes.size());
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    if (value < 0x80) {
      text += byte;
      continue;
    }
    const char16_t code = encoding.upper[value - 0x80U];
    if (code == 0) return std::nullopt;
    append_utf8(text, code);
  }
  return text;
}

}  // namespace arbiter::checkers
