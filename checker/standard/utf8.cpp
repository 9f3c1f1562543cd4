#include "standard/utf8.hpp"

namespace arbiter::checkers {
namespace {

constexpr char32_t k_continuation_mask = 0x3F;

std::size_t sequence_size(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;
  if (lead < 0xE0) return 2;
  if (lead < 0xF0) return 3;
  return lead < 0xF5 ? 4 : 0;
}

bool is_scalar_of_size(char32_t code, std::size_t size) {
  if (size == 3) return code >= 0x800 && (code < 0xD800 || code > 0xDFFF);
  if (size == 4) return code >= 0x10000 && code <= 0x10FFFF;
  return true;
}

}  // namespace

Character decode_utf8(std::string_view text) {
  if (text.empty()) return {};
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t size = sequence_size(lead);
  if (size == 1) return {lead, 1};
  if (size == 0 || size > text.size()) return {};
  char32_t code = lead & (0xFFU >> (size + 1));
  for (std::size_t index = 1; index < size; ++index) {
    const auto byte = static_cast<unsigned char>(text[index]);
    if ((byte & 0xC0U) != 0x80U) return {};
    code = (code << 6U) | (byte & k_continuation_mask);
  }
  if (!is_scalar_of_size(code, size)) return {};
  return {code, size};
}

void append_utf8(std::string& text, char32_t code) {
  const auto continuation = [code](unsigned shift) {
    return static_cast<char>(0x80U | ((code >> shift) & k_continuation_mask));
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
    const std::size_t size = decode_utf8(text).size;
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

}  // namespace arbiter::checkers
