#include "standard/utf8.hpp"

namespace arbiter::checkers {

void append_utf8(std::string& text, char32_t code) {
  const auto continuation = [code](unsigned shift) {
    return static_cast<char>(0x80U | ((code >> shift) & 0x3FU));
  };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0U | (code >> 6U));
    text += continuation(0);
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0U | (code >> 12U));
    text += continuation(6);
    text += continuation(0);
  } else {
    text += static_cast<char>(0xF0U | (code >> 18U));
    text += continuation(12);
    text += continuation(6);
    text += continuation(0);
  }
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = decode_utf8(text).length;
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace arbiter::checkers
