#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "base/text.hpp"
#include "grade/likeness/likeness.hpp"
#include "store/hash.hpp"

namespace arbiter::grade {
namespace {

using Marks = std::pair<std::string_view, std::string_view>;

/// How a family of languages writes what is no code, and which words are not the author's own.
struct SourceRules {
  std::string_view family = {};              ///< the ids of its languages begin so
  std::array<std::string_view, 3> ids = {};  ///< or else one of these ways; empty: no more
  std::array<std::string_view, 2> line_comments = {};  ///< empty: there are no more
  std::array<Marks, 2> blocks = {};                    ///< comments between marks; likewise
  bool blocks_nest = false;
  std::string_view quotes = {};  ///< bytes that begin a string and end it
  bool has_escapes = true;       ///< a backslash within strings takes the next byte with it
  bool has_long_quotes = false;  ///< a quote three times, as in Python
  bool has_raw_strings = false;  ///< R"x( )x", as in C++
  bool has_ticks = false;        ///< names may go on after an apostrophe, as x'
  bool ignores_case = false;
  std::string_view keywords = {};  ///< blanks around each; empty: every word counts as a name
};

constexpr std::string_view k_c_words =
    " break case catch class const continue default delete do else enum extern finally for foreach "
    "fn func function goto if import in include interface let loop match mut namespace new "
    "operator package private protected public return static struct switch template this throw "
    "try typedef typename union use using var volatile while yield ";
constexpr std::string_view k_python_words =
    " and as assert async await break class continue def del elif else except finally for from "
    "global if import in is lambda nonlocal not or pass raise return try while with yield ";
constexpr std::string_view k_pascal_words =
    " and array begin case const div do downto else end for function goto if in mod nil not of or "
    "procedure program record repeat set shl shr then to type until uses var while with xor ";

/// The first row is that of languages without a row.
constexpr std::array<SourceRules, 11> k_table{{
    {.family = "c",
     .line_comments = {"//"},
     .blocks = {{{"/*", "*/"}}},
     .quotes = "\"'`",
     .has_raw_strings = true,
     .keywords = k_c_words},
    {.family = "nesting c",
     .ids = {"rust", "kotlin"},
     .line_comments = {"//"},
     .blocks = {{{"/*", "*/"}}},
     .blocks_nest = true,
     .quotes = "\"",
     .keywords = k_c_words},
    {.family = "php",
     .line_comments = {"//", "#"},
     .blocks = {{{"/*", "*/"}}},
     .quotes = "\"'`",
     .keywords = k_c_words},
    {.family = "python",
     .ids = {"python", "pypy"},
     .line_comments = {"#"},
     .quotes = "\"'",
     .has_long_quotes = true,
     .keywords = k_python_words},
    {.family = "script", .ids = {"ruby", "perl", "bash"}, .line_comments = {"#"}, .quotes = "\"'`"},
    {.family = "pascal",
     .line_comments = {"//"},
     .blocks = {{{"{", "}"}, {"(*", "*)"}}},
     .quotes = "'",
     .has_escapes = false,
     .ignores_case = true,
     .keywords = k_pascal_words},
    {.family = "haskell",
     .line_comments = {"--"},
     .blocks = {{{"{-", "-}"}}},
     .blocks_nest = true,
     .quotes = "\"",
     .has_ticks = true},
    {.family = "ocaml",
     .blocks = {{{"(*", "*)"}}},
     .blocks_nest = true,
     .quotes = "\"",
     .has_ticks = true},
    {.family = "lua", .line_comments = {"--"}, .blocks = {{{"--[[", "]]"}}}, .quotes = "\"'"},
    {.family = "ada",
     .line_comments = {"--"},
     .quotes = "\"",
     .has_escapes = false,
     .ignores_case = true},
    {.family = "prolog", .line_comments = {"%"}, .blocks = {{{"/*", "*/"}}}, .quotes = "\"'"},
}};

/// Those of C where there are none of its own.
const SourceRules& rules_of(std::string_view language) {
  const auto begins = [&](std::string_view id) { return !id.empty() && language.starts_with(id); };
  // Every id that begins with "c" would be in the first row.
  const auto* row = std::find_if(k_table.begin() + 1, k_table.end(), [&](const SourceRules& one) {
    return one.ids[0].empty() ? begins(one.family) : std::ranges::any_of(one.ids, begins);
  });
  return row == k_table.end() ? k_table.front() : *row;
}

std::string hash_of(std::string_view family, std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end());
  store::Sha256 hash;
  hash.add_field(family);
  for (const std::string& text : texts)
    hash.add_field(text);
  return hash.hex();
}

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

bool is_keyword(std::string_view word, const SourceRules& rules) {
  const std::string plain = rules.ignores_case ? lower_ascii(word) : std::string(word);
  return rules.keywords.find(" " + plain + " ") != std::string_view::npos;
}

class Normaliser {
 public:
  Normaliser(std::string_view source, const SourceRules& rules)
      : rest_(source), counted_(source.data()), rules_(rules) {}

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
  /// Adds what stands for the token that `rest_` begins with.
  void add(std::string_view token) {
    form_.text += token;
    form_.text += '\n';
    line_ += static_cast<std::size_t>(std::count(counted_, rest_.data(), '\n'));
    counted_ = rest_.data();
    ++form_.tokens;
    tell(token);
  }

  [[nodiscard]] std::uint64_t hash_of_token(std::string_view token) const {
    return text_hash(token, text_hash(rules_.family));
  }

  void tell(std::string_view token) {
    constexpr std::array<std::string_view, 11> k_silent{"(", ")",   "{",       "}",     ";", ",",
                                                        ":", "for", "foreach", "while", "do"};
    if (std::ranges::find(k_silent, token) != k_silent.end()) return;
    const bool is_stepped = std::exchange(skips_name_, false) && token == "I";
    if (is_stepped) return;
    form_.telling.push_back({hash_of_token(token), line_});
    for (const std::string_view sign : {"+", "-"}) {
      if (drop({"I", sign, "=", "1"}) || !drop({sign, sign})) continue;
      skips_name_ = !drop({"I"});
    }
  }

  /// Takes these back if they came last.
  bool drop(std::initializer_list<std::string_view> tokens) {
    auto& told = form_.telling;
    if (told.size() < tokens.size()) return false;
    const auto first = told.end() - static_cast<std::ptrdiff_t>(tokens.size());
    const bool is_last = std::equal(
        tokens.begin(), tokens.end(), first,
        [&](std::string_view one, const auto& other) { return hash_of_token(one) == other.hash; });
    if (is_last) told.erase(first, told.end());
    return is_last;
  }

  bool begins(std::string_view mark) const { return !mark.empty() && rest_.starts_with(mark); }

  bool skip_comment() {
    // Blocks first: in Lua they begin as lines do.
    for (const auto& [begin, end] : rules_.blocks) {
      if (begins(begin)) return skip_block(begin, end);
    }
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
      add(rules_.ignores_case ? lower_ascii(word) : std::string(word));
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
  const char* counted_;  ///< the lines before it are
  std::size_t line_ = 1;
  bool skips_name_ = false;  ///< of a step, as in ++i
  const SourceRules& rules_;
  NormalForm form_;
};

}  // namespace

NormalForm normal_form(std::string_view source, std::string_view language) {
  return Normaliser(source, rules_of(language)).run();
}

SourcePrint source_print(std::string_view language, const std::vector<std::string>& files) {
  SourcePrint print;
  std::vector<std::string> normal;
  std::size_t file_number = 0;
  for (const std::string& file : files) {
    NormalForm form = normal_form(file, language);
    print.tokens += form.tokens;
    const auto fingerprints = winnow(form.telling, file_number++);
    print.fingerprints.insert(print.fingerprints.end(), fingerprints.begin(), fingerprints.end());
    if (form.tokens > 0) normal.push_back(std::move(form.text));
  }
  keep_each_once(print.fingerprints);
  print.bytes_sha256 = hash_of("", files);
  print.normal_sha256 = hash_of(rules_of(language).family, std::move(normal));
  return print;
}

}  // namespace arbiter::grade
