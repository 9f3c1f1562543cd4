#pragma once

#include <cstddef>
#include <string_view>

#include "standard/byte_scan.hpp"

namespace arbiter::checkers {

/// Walks the tokens of a text, the longest runs of bytes that are not blank, from first to last.
class TokenReader {
 public:
  explicit TokenReader(std::string_view text) : text_(text) {}

  /// The next token, a view into the text; empty, at the end of the text, when there is no more.
  std::string_view next() {
    while (at_ < text_.size() && is_blank(text_[at_])) {
      ++at_;
    }
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_blank(text_[at_])) {
      ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

/// `text` without the blanks at its end.
inline std::string_view without_trailing_blanks(std::string_view text) {
  std::size_t size = text.size();
  while (size > 0 && is_blank(text[size - 1])) {
    --size;
  }
  return text.substr(0, size);
}

/// The line that holds the byte at `offset` (at most the size of the text), with its line feed.
inline std::string_view line_around(std::string_view text, std::size_t offset) {
  const std::size_t feed = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  const std::size_t begin = feed == std::string_view::npos ? 0 : feed + 1;
  const std::size_t end = text.find('\n', offset);
  return text.substr(begin, end == std::string_view::npos ? end : end + 1 - begin);
}

}  // namespace arbiter::checkers
