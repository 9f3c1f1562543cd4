#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace arbiter {

/// A run of bytes without blanks. Line and column count from 1; a column is one byte.
struct Token {
  std::string_view text;
  int line = 1;
  int column = 1;
};

/// Blanks as the package format's default output validator sees them, in every locale.
constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\v' || c == '\f' || c == '\r';
}

/// Reads a text leniently, token by token. The text must outlive the reader and its tokens.
class TokenReader {
 public:
  using Token = arbiter::Token;

  explicit TokenReader(std::string_view text) : text_(text) {}

  /// The next token, or nothing at the end of the text.
  std::optional<Token> next() {
    while (at_ < text_.size() && is_blank(text_[at_]))
      advance();
    if (at_ == text_.size()) return std::nullopt;
    const std::size_t begin = at_;
    Token token{{}, line_, column_};
    while (at_ < text_.size() && !is_blank(text_[at_]))
      advance();
    token.text = text_.substr(begin, at_ - begin);
    return token;
  }

  /// Where reading goes on; after the last token, where the text ends.
  int line() const { return line_; }
  int column() const { return column_; }

 private:
  void advance() {
    if (text_[at_++] == '\n') {
      ++line_;
      column_ = 1;
    } else {
      ++column_;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  int column_ = 1;
};

}  // namespace arbiter
