#include <algorithm>
#include <array>

#include "standard/checker.hpp"
#include "standard/utf8.hpp"

namespace arbiter::checkers {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Characters that a terminal obeys or does not show: C0, DEL and C1 controls, no-break and
// zero-width spaces, soft hyphen, direction marks, line separators, byte order mark, tags.
constexpr std::array<Range, 12> k_unseen{{{0x00, 0x1F},
                                          {0x7F, 0xA0},
                                          {0xAD, 0xAD},
                                          {0x61C, 0x61C},
                                          {0x180E, 0x180E},
                                          {0x2000, 0x200F},
                                          {0x2028, 0x202F},
                                          {0x205F, 0x206F},
                                          {0x3000, 0x3000},
                                          {0xFEFF, 0xFEFF},
                                          {0xFFF9, 0xFFFB},
                                          {0xE0000, 0xE007F}}};

bool is_unseen(char32_t code) {
  return std::any_of(k_unseen.begin(), k_unseen.end(), [code](const Range& range) {
    return code >= range.first && code <= range.last;
  });
}

std::string_view symbol(char byte) {
  switch (byte) {
    case ' ':
      return "·";
    case '\t':
      return "→";
    case '\n':
      return "⏎";
    case '\r':
      return "\\r";
    default:
      return {};
  }
}

void append_escaped(std::string& text, std::string_view bytes) {
  constexpr std::string_view k_digits = "0123456789ABCDEF";
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    text += "\\x";
    text += k_digits[value >> 4U];
    text += k_digits[value & 0xFU];
  }
}

}  // namespace

std::string visible(std::string_view bytes, std::size_t limit) {
  std::string text;
  std::size_t used = 0;
  while (used < bytes.size()) {
    const std::string_view rest = bytes.substr(used);
    const auto character = decode_utf8(rest);
    const std::size_t size = std::max<std::size_t>(character.length, 1);
    if (used + size > limit) return text + "…";
    const std::string_view name = symbol(rest.front());
    if (!name.empty()) {
      text += name;
    } else if (character.length == 0 || is_unseen(character.value)) {
      append_escaped(text, rest.substr(0, size));
    } else {
      text += rest.substr(0, size);
    }
    used += size;
  }
  return text;
}

}  // namespace arbiter::checkers
