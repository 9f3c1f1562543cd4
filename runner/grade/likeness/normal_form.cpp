#include "grade/likeness/normal_form.hpp"

#include <algorithm>
#include <optional>

namespace arbiter::grade {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// What names are made of; bytes of other alphabets are letters, too.
bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_keyword(std::string_view word, const SourceRules& rules) {
  for (std::string_view rest = rules.keywords; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    const std::string_view keyword = rest.substr(0, end);
    const bool is_same =
        keyword.size() == word.size() &&
        std::equal(keyword.begin(), keyword.end(), word.begin(),
                   [&](char a, char b) { return a == (rules.ignores_case ? lower(b) : b); });
    if (is_same) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

class Normaliser {
 public:
  Normaliser(std::string_view source, const SourceRules& rules) : rest_(source), rules_(rules) {}

  NormalForm run() {
    while (!rest_.empty()) {
      if (is_blank(rest_.front())) {
        rest_.remove_prefix(1);
      } else if (!skip_comment() && !take_raw_string() && !take_string() && !take_word()) {
        add(rest_.substr(0, 1));
        rest_.remove_prefix(1);
      }
    }
    return std::move(form_);
  }

 private:
  void add(std::string_view token) {
    form_.text += token;
    form_.text += '\n';
    ++form_.tokens;
  }

  bool begins(std::string_view mark) const { return !mark.empty() && rest_.starts_with(mark); }

  bool skip_comment() {
    // Blocks first: in Lua they begin as lines do.
    if (begins(rules_.block_begin)) return skip_block(rules_.block_begin, rules_.block_end);
    if (begins(rules_.block_begin_2)) return skip_block(rules_.block_begin_2, rules_.block_end_2);
    for (const std::string_view mark : rules_.line_comments) {
      if (!begins(mark)) continue;
      rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
      return true;
    }
    return false;
  }

  bool skip_block(std::string_view begin, std::string_view end) {
    std::size_t depth = 0;
    do {
      if (begins(begin) && (depth == 0 || rules_.blocks_nest)) {
        ++depth;
        rest_.remove_prefix(begin.size());
      } else if (begins(end)) {
        --depth;
        rest_.remove_prefix(end.size());
      } else {
        rest_.remove_prefix(1);
      }
    } while (depth > 0 && !rest_.empty());
    return true;
  }

  bool take_raw_string() {
    constexpr std::size_t k_longest_mark = 16;
    if (!rules_.has_raw_strings || !begins("R\"")) return false;
    const std::size_t open = rest_.substr(0, k_longest_mark + 3).find('(');
    if (open == std::string_view::npos) return false;
    const std::string close = ")" + std::string(rest_.substr(2, open - 2)) + "\"";
    const std::size_t end = rest_.find(close, open);
    const std::size_t size = end == std::string_view::npos ? rest_.size() : end + close.size();
    add(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return true;
  }

  bool take_string() {
    const char quote = rest_.front();
    if (rules_.quotes.find(quote) == std::string_view::npos) return false;
    const std::string thrice(3, quote);
    const bool is_long = rules_.has_long_quotes && begins(thrice);
    const std::string_view end = is_long ? std::string_view(thrice) : rest_.substr(0, 1);
    std::size_t at = end.size();
    bool is_open = true;
    while (is_open && at < rest_.size()) {
      if (rest_.substr(at).starts_with(end)) {
        at += end.size();
        is_open = false;
      } else if (rest_[at] == '\n' && !is_long && quote != '`') {
        // A string without its end ends with its line, so that no comment hides in it.
        break;
      } else {
        at += rules_.has_escapes && rest_[at] == '\\' ? 2 : 1;
      }
    }
    const std::size_t size = std::min(at, rest_.size());
    add(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return true;
  }

  bool take_word() {
    if (!is_word(rest_.front())) return false;
    const bool is_number = is_digit(rest_.front());
    std::size_t end = 1;
    while (end < rest_.size() && (is_word(rest_[end]) || continues(is_number, end)))
      ++end;
    const std::string_view word = rest_.substr(0, end);
    if (is_number || is_keyword(word, rules_)) {
      std::string kept(word);
      if (rules_.ignores_case) std::transform(kept.begin(), kept.end(), kept.begin(), lower);
      add(kept);
    } else {
      add("I");
    }
    rest_.remove_prefix(end);
    return true;
  }

  /// Whether a word goes on with a byte that none begins with: 1.5, 1'000, or x' as in Haskell.
  [[nodiscard]] bool continues(bool is_number, std::size_t at) const {
    if (rest_[at] == '.') return is_number;
    if (rest_[at] != '\'') return false;
    if (!is_number) return rules_.has_ticks;
    return rules_.has_raw_strings && at + 1 < rest_.size() && is_word(rest_[at + 1]);
  }

  std::string_view rest_;
  const SourceRules& rules_;
  NormalForm form_;
};

}  // namespace

NormalForm normal_form(std::string_view source, const SourceRules& rules) {
  return Normaliser(source, rules).run();
}

}  // namespace arbiter::grade
