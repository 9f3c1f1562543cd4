#include "verify/mutate.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <utility>

#include "verify/source_tokens.hpp"

namespace arbiter::verify {
namespace {

using Kind = SourceToken::Kind;
using Words = std::map<std::string_view, std::string_view>;

const Words k_operators = {{"<", "<="},  {"<=", "<"},  {">", ">="},  {">=", ">"},   {"==", "!="},
                           {"!=", "=="}, {"+", "-"},   {"-", "+"},   {"*", "/"},    {"/", "*"},
                           {"%", "*"},   {"//", "*"},  {"&&", "||"}, {"||", "&&"},  {"&", "|"},
                           {"|", "&"},   {"^", "|"},   {"+=", "-="}, {"-=", "+="},  {"*=", "/="},
                           {"/=", "*="}, {"++", "--"}, {"--", "++"}, {"and", "or"}, {"or", "and"}};
const Words k_constants = {
    {"true", "false"}, {"false", "true"}, {"True", "False"}, {"False", "True"}};
const Words k_narrower = {{"int64_t", "int32_t"}, {"uint64_t", "uint32_t"}, {"double", "float"}};

constexpr std::array<std::string_view, 15> k_no_operands = {
    "return", "case", "if", "while", "for",      "else",  "elif",  "and",
    "or",     "not",  "in", "is",    "operator", "yield", "lambda"};

template <typename Range>
bool holds(const Range& words, std::string_view word) {
  return std::ranges::find(words, word) != std::ranges::end(words);
}

class Mutator {
 public:
  Mutator(std::string_view text, Syntax syntax)
      : text_(text), syntax_(syntax), tokens_(source_tokens(text, syntax)) {}

  std::vector<Mutation> run() {
    const bool is_python = syntax_ == Syntax::python;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].kind == Kind::number) change_number(i);
      if (tokens_[i].kind == Kind::sign || tokens_[i].kind == Kind::name) change_word(i);
      if (is_python) {
        negate_python(i);
        drop_line(i);
      } else {
        negate(i);
        narrow(i);
        drop_statement(i);
      }
    }
    std::ranges::stable_sort(all_, {},
                             [](const Mutation& one) { return std::pair(one.offset, one.length); });
    return std::move(all_);
  }

 private:
  /// Empty: there is no such token.
  [[nodiscard]] std::string_view word(std::size_t i) const {
    return i < tokens_.size() ? tokens_[i].word : std::string_view();
  }
  [[nodiscard]] bool is_name(std::size_t i) const {
    return i < tokens_.size() && tokens_[i].kind == Kind::name;
  }
  [[nodiscard]] std::size_t end_of(std::size_t i) const {
    return tokens_[i].offset + tokens_[i].word.size();
  }

  void replace(std::size_t first, std::size_t last, std::string replacement) {
    const std::size_t offset = tokens_[first].offset;
    all_.push_back({offset, end_of(last) - offset, std::move(replacement)});
  }

  void change_number(std::size_t i) {
    const std::string_view digits = word(i);
    std::int64_t value = 0;
    const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const std::string_view suffix(end, static_cast<std::size_t>(&digits.back() + 1 - end));
    const bool is_octal = digits.size() > 1 && digits.front() == '0';
    if (failed != std::errc() || is_octal || value == std::numeric_limits<std::int64_t>::max() ||
        suffix.find_first_not_of("uUlL") != std::string_view::npos)
      return;
    // Nobody notices a longer array, and seldom which status or truth 2 is.
    const bool is_whole_result = word(i - 1) == "return" && word(i + 1) == ";" && value == 1;
    if (!is_size(i) && !is_whole_result)
      replace(i, i, std::to_string(value + 1) + std::string(suffix));
    if (value > 0) replace(i, i, std::to_string(value - 1) + std::string(suffix));
  }

  /// Whether a number is in the brackets of `int a[1 << 20]`.
  [[nodiscard]] bool is_size(std::size_t i) const {
    if (syntax_ == Syntax::python) return false;
    std::size_t open = i;
    while (open > 0 && (tokens_[open].kind == Kind::number || word(open) == "+" ||
                        word(open) == "*" || word(open) == "<<"))
      --open;
    return open > 1 && word(open) == "[" && is_name(open - 1) && is_name(open - 2);
  }

  void change_word(std::size_t i) {
    if (const auto constant = k_constants.find(word(i)); constant != k_constants.end())
      replace(i, i, std::string(constant->second));
    const auto change = k_operators.find(word(i));
    if (change == k_operators.end() || !may_change(i)) return;
    replace(i, i, std::string(change->second));
  }

  /// Whether an operator is surely the one that it looks like.
  [[nodiscard]] bool may_change(std::size_t i) const {
    const std::string_view sign = word(i);
    const bool is_python = syntax_ == Syntax::python;
    if (sign == "++" || sign == "--") return !is_python;
    // In C these are names, in Java and C++ a comment.
    if (!is_python && (is_name(i) || sign == "//")) return false;
    if (sign.size() == 2 && sign.back() == '=') return true;
    if (!is_operand_end(i) || !is_operand_begin(i + 1)) return false;
    if (is_python) return true;
    const bool is_spaced = is_blank_before(i) && is_blank_before(i + 1);
    // `T *p`, `T &r` and `T &&r` declare something.
    if (sign == "*" || sign == "&" || sign == "&&") return is_spaced || !is_name(i - 1);
    return is_spaced || (sign != "<" && sign != ">") || !is_template(i);
  }

  [[nodiscard]] bool is_blank_before(std::size_t i) const {
    return i > 0 && tokens_[i].offset > end_of(i - 1);
  }

  [[nodiscard]] bool is_operand_end(std::size_t i) const {
    if (i == 0) return false;
    const SourceToken& before = tokens_[i - 1];
    if (before.kind == Kind::sign) return before.word == ")" || before.word == "]";
    return !holds(k_no_operands, before.word);
  }

  [[nodiscard]] bool is_operand_begin(std::size_t i) const {
    if (i >= tokens_.size()) return false;
    static constexpr std::array<std::string_view, 7> k_begins = {"(", "-", "+", "!", "~", "[", "*"};
    return tokens_[i].kind != Kind::sign || holds(k_begins, tokens_[i].word);
  }

  /// Whether the other bracket may follow, or go before, within the same expression.
  [[nodiscard]] bool is_template(std::size_t i) const {
    static constexpr std::array<std::string_view, 7> k_ends = {";", "{", "}", ")", "(", "&&", "||"};
    const bool is_open = word(i) == "<";
    for (std::size_t at = i; at < tokens_.size();) {
      at = is_open ? at + 1 : at - 1;  // beyond the first one: the greatest number there is
      const std::string_view one = word(at);
      if (one == (is_open ? ">" : "<") || one == ">>") return true;
      if (holds(k_ends, one)) return false;
    }
    return false;
  }

  void negate(std::size_t i) {
    if (word(i) != "if" || word(i + 1) != "(") return;
    const std::size_t close = closing_of(tokens_, i + 1);
    if (close >= tokens_.size() || close == i + 2) return;
    replace(i + 1, close, "(!" + std::string(between(i + 1, close)) + ")");
  }

  /// The text from token `first` to token `last`.
  [[nodiscard]] std::string_view between(std::size_t first, std::size_t last) const {
    return text_.substr(tokens_[first].offset, end_of(last) - tokens_[first].offset);
  }

  void negate_python(std::size_t i) {
    if ((word(i) != "if" && word(i) != "elif") || !tokens_[i].begins_line) return;
    for (std::size_t at = i + 1; at < tokens_.size(); ++at) {
      const std::string_view one = word(at);
      if (one == ":" && at > i + 1) {
        replace(i + 1, at - 1, "not (" + std::string(between(i + 1, at - 1)) + ")");
        return;
      }
      if (one == "(" || one == "[" || one == "{") at = closing_of(tokens_, at);
      if (one == "lambda") return;
    }
  }

  void narrow(std::size_t i) {
    if (syntax_ == Syntax::java) return;
    if (word(i) == "long" && word(i + 1) == "long") {
      replace(i, i + 1, "int");
      return;
    }
    const auto type = k_narrower.find(word(i));
    if (type == k_narrower.end()) return;
    replace(i, i, std::string(type->second));
  }

  /// Whether a statement may begin with token `i`.
  [[nodiscard]] bool begins_statement(std::size_t i) const {
    static constexpr std::array<std::string_view, 5> k_before = {";", "{", "}", "else", "do"};
    if (i == 0) return false;
    if (holds(k_before, word(i - 1))) return true;
    if (word(i - 1) != ")") return false;
    int depth = 0;
    for (std::size_t at = i; at-- > 0;) {
      if (word(at) == ")") ++depth;
      if (word(at) == "(" && --depth == 0) {
        static constexpr std::array<std::string_view, 3> k_headers = {"if", "for", "while"};
        return at > 0 && holds(k_headers, word(at - 1));
      }
    }
    return false;
  }

  /// The token behind the last one of what a statement changes or calls, as `a.b[i]` or `f(x)`;
  /// `i` itself where no such begins there.
  [[nodiscard]] std::size_t end_of_target(std::size_t i, bool& is_call) const {
    std::size_t at = i;
    while (word(at) == "*" || word(at) == "++" || word(at) == "--")
      ++at;
    if (!is_name(at)) return i;
    ++at;
    while (at < tokens_.size()) {
      if (word(at) == "." || word(at) == "->" || word(at) == "::") {
        at += 2;
      } else if (word(at) == "[" || word(at) == "(") {
        is_call = word(at) == "(";
        at = closing_of(tokens_, at) + 1;
      } else {
        break;
      }
    }
    return at;
  }

  void drop_statement(std::size_t i) {
    static constexpr std::array<std::string_view, 16> k_other = {
        "return", "if",     "for",  "while",  "switch", "case",  "using", "goto",
        "throw",  "delete", "else", "static", "struct", "const", "do",    "default"};
    static constexpr std::array<std::string_view, 10> k_changes = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<="};
    if (holds(k_other, word(i)) || !begins_statement(i)) return;
    bool is_call = false;
    std::size_t at = end_of_target(i, is_call);
    const bool is_step = word(i) == "++" || word(i) == "--" || word(at) == "++" || word(at) == "--";
    const bool is_jump = word(i) == "break" || word(i) == "continue";
    if (at == i || !(is_step || is_jump || holds(k_changes, word(at)) ||
                     (is_call && (word(at) == ";" || word(at) == "<<" || word(at) == ">>"))))
      return;
    while (at < tokens_.size() && word(at) != ";") {
      const std::string_view one = word(at);
      if (one == ")" || one == "}") return;
      at = one == "(" || one == "{" || one == "[" ? closing_of(tokens_, at) + 1 : at + 1;
    }
    if (at < tokens_.size()) replace(i, at, ";");
  }

  /// A line of Python that changes something or calls something.
  void drop_line(std::size_t i) {
    static constexpr std::array<std::string_view, 14> k_other = {
        "import", "from",   "def",  "class",    "return", "if",  "elif",
        "else",   "global", "pass", "nonlocal", "for",    "try", "while"};
    if (!tokens_[i].begins_line || !is_name(i) || holds(k_other, word(i))) return;
    std::size_t last = i;
    bool acts = word(i) == "break" || word(i) == "continue";
    for (std::size_t at = i; at < tokens_.size() && (at == i || !tokens_[at].begins_line); ++at) {
      const std::string_view one = word(at);
      acts |= one == "(" || (one.ends_with('=') && one != "==" && one != "<=" && one != ">=");
      if (one == ":" || one == "except") return;
      if (one == "(" || one == "[" || one == "{") at = closing_of(tokens_, at);
      if (at >= tokens_.size()) return;
      last = at;
    }
    if (acts) replace(i, last, "pass");
  }

  std::string_view text_;
  Syntax syntax_;
  std::vector<SourceToken> tokens_;
  std::vector<Mutation> all_;
};

}  // namespace

std::optional<Syntax> syntax_of(std::string_view family) {
  static const std::map<std::string_view, Syntax> k_known = {
      {"c", Syntax::c}, {"cpp", Syntax::cpp}, {"java", Syntax::java}, {"python3", Syntax::python}};
  const auto found = k_known.find(family);
  return found == k_known.end() ? std::nullopt : std::optional(found->second);
}

std::vector<Mutation> mutations_of(std::string_view text, Syntax syntax) {
  return Mutator(text, syntax).run();
}

std::string mutated(std::string_view text, const Mutation& mutation) {
  return std::string(text).replace(mutation.offset, mutation.length, mutation.replacement);
}

std::vector<std::size_t> spread(std::size_t count, std::size_t most) {
  const std::size_t taken = std::min(count, most);
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < taken; ++i)
    numbers.push_back(i * count / taken);
  return numbers;
}

}  // namespace arbiter::verify
