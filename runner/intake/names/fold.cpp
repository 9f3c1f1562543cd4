#include "intake/names/fold.hpp"

#include <utf8proc.h>

#include <cstdlib>
#include <memory>

#include "base/text.hpp"

namespace arbiter::intake {
namespace {

enum class Kind { letter, digit, other };

struct FreeDeleter {
  void operator()(utf8proc_uint8_t* bytes) const { std::free(bytes); }
};

std::string mapped(std::string_view text, utf8proc_option_t options) {
  const std::string valid = to_utf8(text);
  utf8proc_uint8_t* bytes = nullptr;
  const auto* begin = reinterpret_cast<const utf8proc_uint8_t*>(valid.data());
  const utf8proc_ssize_t size =
      utf8proc_map(begin, static_cast<utf8proc_ssize_t>(valid.size()), &bytes, options);
  const std::unique_ptr<utf8proc_uint8_t, FreeDeleter> owner(bytes);
  if (size < 0) return valid;
  return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

utf8proc_option_t options_of(unsigned options) {
  return static_cast<utf8proc_option_t>(options);
}

Kind kind_of(utf8proc_int32_t character) {
  switch (utf8proc_category(character)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
      return Kind::letter;
    case UTF8PROC_CATEGORY_ND:
      return Kind::digit;
    default:
      return Kind::other;
  }
}

/// Stretches of characters that are alike; with `divides_digits` a digit begins a new one.
std::vector<std::string> stretches(std::string_view text, bool divides_digits) {
  const std::string plain = folded(text);
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(plain.data());
  std::vector<std::string> words;
  Kind before = Kind::other;
  for (std::size_t at = 0; at < plain.size();) {
    utf8proc_int32_t character = 0;
    const utf8proc_ssize_t length =
        utf8proc_iterate(bytes + at, static_cast<utf8proc_ssize_t>(plain.size() - at), &character);
    if (length <= 0) break;
    const Kind kind = kind_of(character);
    const bool begins = before == Kind::other || (divides_digits && kind != before);
    if (kind != Kind::other && begins) words.emplace_back();
    if (kind != Kind::other) words.back() += plain.substr(at, static_cast<std::size_t>(length));
    before = kind;
    at += static_cast<std::size_t>(length);
  }
  return words;
}

}  // namespace

std::string folded(std::string_view text) {
  return mapped(text, options_of(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD));
}

std::string without_marks(std::string_view text) {
  return mapped(text, options_of(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD |
                                 UTF8PROC_STRIPMARK));
}

std::string composed(std::string_view text) {
  return mapped(text, options_of(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
}

std::string letters_of(std::string_view text) {
  std::string letters;
  for (const std::string& word : stretches(text, false))
    letters += word;
  return letters;
}

std::vector<std::string> words_of(std::string_view text) {
  return stretches(text, true);
}

std::vector<std::string> parts_of_name(std::string_view text) {
  return stretches(text, false);
}

}  // namespace arbiter::intake
