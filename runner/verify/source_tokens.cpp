#include "verify/source_tokens.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace arbiter::verify {
namespace {

using Kind = SourceToken::Kind;

// The longest first, so that none hides another.
constexpr std::array<std::string_view, 40> k_signs = {
    "<<=", ">>=", "...", "->*", "**=", "//=", "<=>", "<<", ">>", "<=", ">=", "==", "!=", "&&",
    "||",  "++",  "--",  "+=",  "-=",  "*=",  "/=",  "%=", "&=", "|=", "^=", "->", "::", "**",
    "//",  ":=",  "+",   "-",   "*",   "/",   "%",   "<",  ">",  "=",  "&",  "|"};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_of_name(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

class Splitter {
 public:
  Splitter(std::string_view text, Syntax syntax) : text_(text), syntax_(syntax) {}

  std::vector<SourceToken> run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') is_new_line_ = true;
      if (c == '\n' || c == ' ' || c == '\t' || c == '\r') {
        ++at_;
      } else if (!skip_comment()) {
        take();
      }
    }
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] bool is_here(std::string_view word) const {
    return text_.substr(at_).starts_with(word);
  }

  void skip_past(std::string_view end) {
    const std::size_t found = text_.find(end, at_);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }

  /// To the end of the line, and of those that continue it.
  void skip_line() {
    do {
      skip_past("\n");
    } while (at_ < text_.size() && at_ >= 2 && text_[at_ - 2] == '\\');
    is_new_line_ = true;
  }

  bool skip_comment() {
    const bool is_python = syntax_ == Syntax::python;
    const bool has_preprocessor = syntax_ == Syntax::c || syntax_ == Syntax::cpp;
    if (is_python ? is_here("#") : is_here("//") || (has_preprocessor && is_here("#"))) {
      skip_line();
      return true;
    }
    if (is_python || !is_here("/*")) return false;
    skip_past("*/");
    return true;
  }

  void add(Kind kind, std::size_t begin) {
    tokens_.push_back({kind, text_.substr(begin, at_ - begin), begin, is_new_line_});
    is_new_line_ = false;
  }

  void take() {
    const std::size_t begin = at_;
    const char c = text_[at_];
    if (c == '"' || c == '\'') {
      take_literal(begin);
    } else if (is_digit(c)) {
      // With the parts of numbers such as 1'000, 0x1F, 2.5e-3 and 10ULL.
      while (at_ < text_.size() && (is_of_name(text_[at_]) || text_[at_] == '.' ||
                                    (text_[at_] == '\'' && syntax_ == Syntax::cpp)))
        ++at_;
      add(Kind::number, begin);
    } else if (is_of_name(c)) {
      while (at_ < text_.size() && is_of_name(text_[at_]))
        ++at_;
      // A prefix, as in u8"…", R"(…)" and f'…'.
      const bool is_prefix = at_ - begin <= 3 && (is_here("\"") || is_here("'"));
      if (is_prefix) {
        take_literal(begin);
      } else {
        add(Kind::name, begin);
      }
    } else {
      take_sign(begin);
    }
  }

  void take_sign(std::size_t begin) {
    const auto sign = std::ranges::find_if(k_signs, [&](auto one) { return is_here(one); });
    at_ += sign == k_signs.end() ? 1 : sign->size();
    add(Kind::sign, begin);
  }

  void take_literal(std::size_t begin) {
    const bool is_raw = syntax_ == Syntax::cpp && at_ > begin && text_[at_ - 1] == 'R';
    const std::string quote(1, text_[at_]);
    const std::string block = quote + quote + quote;
    const bool has_blocks = syntax_ == Syntax::python || syntax_ == Syntax::java;
    if (is_raw) {
      const std::size_t open = std::min(text_.find('(', at_), text_.size());
      skip_past(")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"");
    } else {
      const std::string& end = has_blocks && is_here(block) ? block : quote;
      at_ += end.size();
      while (at_ < text_.size() && !is_here(end))
        at_ += text_[at_] == '\\' ? 2 : 1;
      at_ = std::min(at_ + end.size(), text_.size());
    }
    add(Kind::text, begin);
  }

  std::string_view text_;
  Syntax syntax_;
  std::size_t at_ = 0;
  bool is_new_line_ = true;
  std::vector<SourceToken> tokens_;
};

}  // namespace

std::vector<SourceToken> source_tokens(std::string_view text, Syntax syntax) {
  return Splitter(text, syntax).run();
}

std::size_t closing_of(const std::vector<SourceToken>& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    const std::string_view word = tokens[i].word;
    if (tokens[i].kind != Kind::sign) continue;
    if (word == "(" || word == "[" || word == "{") ++depth;
    if (word == ")" || word == "]" || word == "}") --depth;
    if (depth == 0) return i;
  }
  return tokens.size();
}

}  // namespace arbiter::verify
