#include "grade/likeness/look_alike.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "grade/likeness/source_rules.hpp"
#include "store/hash.hpp"

namespace arbiter::grade {
namespace {

using model::Attempt;
using model::Gradebook;
using model::LookAlike;

std::string hash_of(std::string_view family, std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end());
  store::Sha256 hash;
  hash.add_field(family);
  for (const std::string& text : texts)
    hash.add_field(text);
  return hash.hex();
}

/// Students that work together, as sets.
class Parties {
 public:
  explicit Parties(std::size_t students) : above_(students) {
    std::iota(above_.begin(), above_.end(), std::size_t{0});
  }

  std::size_t of(std::size_t student) {
    while (above_[student] != student) {
      above_[student] = above_[above_[student]];
      student = above_[student];
    }
    return student;
  }
  void join(std::size_t a, std::size_t b) { above_[of(b)] = of(a); }

 private:
  std::vector<std::size_t> above_;
};

/// The first attempt of each party.
using ByParty = std::map<std::size_t, std::size_t>;

class Search {
 public:
  Search(const Gradebook& book, const std::vector<SourcePrint>& prints)
      : book_(book), prints_(prints) {}

  std::vector<LookAlike> run() {
    std::map<std::size_t, std::vector<std::size_t>> attempts;
    for (std::size_t i = 0; i < book_.attempts.size(); ++i)
      attempts[book_.attempts[i].problem].push_back(i);
    for (auto& [problem, all] : attempts) {
      std::sort(all.begin(), all.end(),
                [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
      look_at(problem, all);
    }
    std::sort(found_.begin(), found_.end(), [&](const LookAlike& a, const LookAlike& b) {
      if (a.problem != b.problem) return a.problem < b.problem;
      if (a.attempts.size() != b.attempts.size()) return a.attempts.size() > b.attempts.size();
      if (a.is_identical != b.is_identical) return a.is_identical;
      return key(a.attempts.front()) < key(b.attempts.front());
    });
    return std::move(found_);
  }

 private:
  using Key = std::tuple<int, const std::string&, const std::string&>;

  /// The order of attempts that does not depend on their places.
  [[nodiscard]] Key key(std::size_t attempt) const {
    const Attempt& one = book_.attempts[attempt];
    return {one.number, one.origin, one.sha256};
  }

  Parties parties_at(const std::vector<std::size_t>& attempts) const {
    Parties parties(book_.students.size());
    std::map<std::string_view, std::size_t> groups;
    for (std::size_t i = 0; i < book_.students.size(); ++i) {
      const std::string& group = book_.students[i].group;
      if (!group.empty()) parties.join(groups.emplace(group, i).first->second, i);
    }
    for (const std::size_t attempt : attempts) {
      const auto& students = book_.attempts[attempt].students;
      for (const std::size_t student : students)
        parties.join(students.front(), student);
    }
    return parties;
  }

  void look_at(std::size_t problem, const std::vector<std::size_t>& attempts) {
    Parties parties = parties_at(attempts);
    struct Alike {
      ByParty all;
      std::map<std::string_view, ByParty> identical;
    };
    std::map<std::string_view, Alike> by_form;
    for (const std::size_t attempt : attempts) {
      const Attempt& one = book_.attempts[attempt];
      const SourcePrint& print = prints_[one.work];
      if (print.tokens < k_least_tokens || one.students.empty()) continue;
      const std::size_t party = parties.of(one.students.front());
      Alike& alike = by_form[print.normal_sha256];
      alike.all.emplace(party, attempt);
      alike.identical[print.bytes_sha256].emplace(party, attempt);
    }
    for (const auto& [form, alike] : by_form) {
      bool is_said = false;
      for (const auto& [bytes, same] : alike.identical) {
        add(problem, same, true);
        is_said = is_said || same.size() == alike.all.size();
      }
      if (!is_said) add(problem, alike.all, false);
    }
  }

  void add(std::size_t problem, const ByParty& attempts, bool is_identical) {
    if (attempts.size() < 2) return;
    LookAlike made;
    made.problem = problem;
    made.is_identical = is_identical;
    for (const auto& [party, attempt] : attempts)
      made.attempts.push_back(attempt);
    std::sort(made.attempts.begin(), made.attempts.end(),
              [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    found_.push_back(std::move(made));
  }

  const Gradebook& book_;
  const std::vector<SourcePrint>& prints_;
  std::vector<LookAlike> found_;
};

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

SourcePrint source_print(std::string_view language, const std::vector<SourceFile>& files) {
  const SourceRules& rules = source_rules(language);
  SourcePrint print;
  std::vector<std::string> raw;
  std::vector<std::string> normal;
  for (const SourceFile& file : files) {
    NormalForm form = normal_form(file.bytes, rules);
    print.tokens += form.tokens;
    raw.push_back(file.bytes);
    if (form.tokens > 0) normal.push_back(std::move(form.text));
  }
  print.bytes_sha256 = hash_of("", std::move(raw));
  print.normal_sha256 = hash_of(rules.family, std::move(normal));
  return print;
}

std::vector<LookAlike> find_look_alikes(const Gradebook& book,
                                        const std::vector<SourcePrint>& prints) {
  return Search(book, prints).run();
}

}  // namespace arbiter::grade
