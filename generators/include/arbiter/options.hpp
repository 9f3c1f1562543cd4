#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arbiter/decimal.hpp"

namespace arbiter {

/// How many letters must be changed, added, left out, or exchanged with the next one, to make one
/// word of the other.
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> rows(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      std::size_t& best = rows[i][j] = i + j;
      if (i == 0 || j == 0) continue;
      const std::size_t changed = rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      best = std::min({changed, rows[i - 1][j] + 1, rows[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        best = std::min(best, rows[i - 2][j - 2] + 1);
      }
    }
  }
  return rows[a.size()][b.size()];
}

/// The name that was probably meant, as "; did you mean 'X'?", or nothing.
inline std::string probably_meant(std::string_view given, const std::vector<std::string>& names,
                                  std::string_view dashes = {}) {
  const std::string* nearest = nullptr;
  // At least one letter must be right.
  std::size_t least = std::min(given.size(), std::max<std::size_t>(2, given.size() / 3) + 1);
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(given, name);
    if (distance < least) {
      least = distance;
      nearest = &name;
    }
  }
  if (nearest == nullptr) return {};
  return "; did you mean '" + std::string(dashes) + *nearest + "'?";
}

/// The words of a command line, taken one by one by those who know what they mean. `--n 5`,
/// `--n=5`, `-n 5`, `-n=5` and `n=5` say the same; after `--` nothing is a name.
class Arguments {
 public:
  explicit Arguments(const std::vector<std::string>& words) {
    bool has_names = true;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (has_names && words[i] == "--") {
        has_names = false;
      } else if (has_names && is_name(words[i])) {
        Argument argument = named(words[i]);
        const bool has_next = i + 1 < words.size() && !is_name(words[i + 1]);
        if (!argument.is_joined && has_next) argument.value = words[++i];
        all_.push_back(std::move(argument));
      } else {
        all_.push_back(has_names ? plain(words[i]) : Argument{{}, words[i], false, true});
      }
    }
  }

  struct Given {
    std::optional<std::string> value;  // none: the name stood alone
    int times = 0;
  };

  /// What was given by that name. If it was given more than once, the first time counts.
  Given take(std::string_view name) {
    Given given;
    for (std::size_t i = 0; i < all_.size();) {
      if (all_[i].name != name || name.empty()) {
        ++i;
        continue;
      }
      if (given.times++ == 0) given.value = all_[i].value;
      all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return given;
  }

  /// The same for a name that never has a value: a word that follows it stands for itself.
  Given take_flag(std::string_view name) {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i].name != name || all_[i].is_joined || !all_[i].value) continue;
      const std::string after = *all_[i].value;
      all_[i].value.reset();
      all_.insert(all_.begin() + static_cast<std::ptrdiff_t>(i) + 1, plain(after));
    }
    return take(name);
  }

  /// The first word without a name.
  std::optional<std::string> take_next() {
    const std::optional<Argument> word = take_first(false);
    return word ? word->value : std::nullopt;
  }

  struct Argument {
    std::string name;  // without its hyphens; empty: a word that stands for itself
    std::optional<std::string> value;
    bool is_joined = false;  // by an equals sign
    bool has_dashes = true;
  };

  /// The first name that nobody took.
  std::optional<Argument> take_name() { return take_first(true); }

 private:
  std::optional<Argument> take_first(bool has_name) {
    const auto is_one = [&](const Argument& one) { return one.name.empty() != has_name; };
    const auto at = std::find_if(all_.begin(), all_.end(), is_one);
    if (at == all_.end()) return {};
    Argument first = std::move(*at);
    all_.erase(at);
    return first;
  }

  /// A hyphen and a digit begin a number, not a name.
  static bool is_name(const std::string& word) {
    const std::size_t letter = word.find_first_not_of('-');
    return (letter == 1 || letter == 2) && word[letter] != '=' &&
           !(word[letter] >= '0' && word[letter] <= '9') && word[letter] != '.';
  }

  static Argument named(const std::string& word) {
    const std::size_t begin = word.find_first_not_of('-');
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) return {word.substr(begin), {}, false, true};
    return {word.substr(begin, equals - begin), word.substr(equals + 1), true, true};
  }

  /// A word without hyphens: a name and its value, or itself.
  static Argument plain(const std::string& word) {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const auto belongs_to_name = [&](char c) {
      return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    const std::size_t equals = word.find('=');
    const bool is_named =
        equals != std::string::npos && equals > 0 && is_letter(word.front()) &&
        std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals),
                    belongs_to_name);
    if (!is_named) return {{}, word, false, false};
    return {word.substr(0, equals), word.substr(equals + 1), true, false};
  }

  std::vector<Argument> all_;
};

/// A command line that does not fit its options: one line for each fault.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown instead of generating, when the options were asked for.
struct HelpWanted {};

/// The options of a generator: each is declared by asking for its value. An option without a
/// default must be given, as `--name value`, `name=value` or the next word without a name; one with
/// a default only by its name. What is wrong is gathered and thrown as UsageError when all options
/// are known: before the first random number is drawn, or at the end.
class Options {
 public:
  explicit Options(const std::vector<std::string>& words) : arguments_(words) {
    wants_help_ = arguments_.take_flag("help").times + arguments_.take_flag("h").times > 0;
    choices_in_ = reserved("choices-in");
    choices_out_ = reserved("choices-out");
    seed_ = reserved("seed");
    // Without a seed the same command makes the same test, whatever file keeps its choices.
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::size_t name = words[i].find_first_not_of('-');
      if (words[i].compare(name == std::string::npos ? 0 : name, 8, "choices-") != 0) {
        all_words_ += words[i] + ' ';
      } else if (words[i].find('=') == std::string::npos) {
        ++i;
      }
    }
  }

  /// An integer of least..most; by_default may lie outside.
  std::int64_t integer(const std::string& name, std::int64_t least, std::int64_t most,
                       std::optional<std::int64_t> by_default = {}) {
    const std::string range = std::to_string(least) + " to " + std::to_string(most);
    std::optional<std::string> usual;
    if (by_default) usual = std::to_string(*by_default);
    const std::optional<std::string> given = value_of(name, "integer, " + range, usual);
    if (!given) return by_default.value_or(least);
    std::int64_t number = 0;
    const auto [end, fault] = std::from_chars(given->data(), given->data() + given->size(), number);
    if (fault == std::errc::invalid_argument || end != given->data() + given->size()) {
      complain(name, "'" + *given + "' is no integer");
    } else if (fault != std::errc{} || number < least || number > most) {
      complain(name, *given + " is not within " + range);
    } else {
      return number;
    }
    return least;
  }

  /// A number of least..most with at most so many decimal places.
  Decimal real(const std::string& name, const std::string& least, const std::string& most,
               int places, const std::optional<std::string>& by_default = {}) {
    const std::optional<Decimal> low = read_decimal(least, places);
    const std::optional<Decimal> high = read_decimal(most, places);
    if (!low || !high || (by_default && !read_decimal(*by_default, places))) {
      throw std::logic_error("Options::real: a bound is no number of so many places");
    }
    const std::string range = least + " to " + most;
    const std::optional<std::string> given = value_of(
        name, "number, " + range + ", at most " + std::to_string(places) + " decimals", by_default);
    if (!given) return by_default ? *read_decimal(*by_default, places) : *low;
    const std::optional<Decimal> number = read_decimal(*given, places);
    if (!number) {
      complain(name, "'" + *given + "' is not a number with at most " + std::to_string(places) +
                         " decimals");
    } else if (number->units < low->units || number->units > high->units) {
      complain(name, *given + " is not within " + range);
    } else {
      return *number;
    }
    return *low;
  }

  /// One of the words that are allowed.
  std::string word(const std::string& name, const std::vector<std::string>& allowed,
                   const std::optional<std::string>& by_default = {}) {
    if (allowed.empty()) throw std::logic_error("Options::word: no word is allowed");
    std::string listed;
    for (const std::string& each : allowed)
      listed += (listed.empty() ? "" : "|") + each;
    const std::optional<std::string> given = value_of(name, listed, by_default);
    if (!given) return by_default.value_or(allowed.front());
    if (std::find(allowed.begin(), allowed.end(), *given) != allowed.end()) return *given;
    complain(name, "'" + *given + "' is none of " + listed + probably_meant(*given, allowed));
    return allowed.front();
  }

  /// Any text.
  std::string text(const std::string& name, const std::optional<std::string>& by_default = {}) {
    return value_of(name, "text", by_default).value_or(by_default.value_or(""));
  }

  /// Whether the name was given. Flags are declared before options without a default, so that it
  /// is known which words belong to no name.
  bool flag(const std::string& name) {
    if (has_required_) throw std::logic_error("Options::flag: declare flags first");
    declare(name, "flag", "");
    const Arguments::Given given = arguments_.take_flag(name);
    if (given.value) complain(name, "takes no value");
    if (given.times > 1) complain(name, "is given twice");
    return given.times > 0;
  }

  /// A rule between options: what is wrong when it does not hold.
  void require(bool holds, const std::string& otherwise) {
    if (!holds && faults_.empty()) faults_ += otherwise + '\n';
  }

  /// Whether anything was wrong until now.
  bool has_faults() const { return !faults_.empty(); }

  /// No option follows. Throws HelpWanted, or UsageError for all that was wrong.
  void close() {
    if (is_closed_) return;
    is_closed_ = true;
    if (wants_help_) throw HelpWanted{};
    while (const auto unknown = arguments_.take_name())
      complain_of_unknown(*unknown);
    if (!seed_) seed_ = arguments_.take_next();
    while (const auto word = arguments_.take_next())
      faults_ += "'" + *word + "' belongs to no option\n";
    if (!faults_.empty()) throw UsageError(faults_);
  }

  /// What --help prints: a line for each option.
  std::string help() const {
    return help_ +
           "  --seed TEXT          what the random numbers come from; also as the last word;\n"
           "                       the whole command line when it is missing\n"
           "  --choices-out FILE   write down what was chosen\n"
           "  --choices-in FILE    choose what is written there\n";
  }

  /// After close(): what random numbers come from.
  std::string seed() const { return seed_.value_or(all_words_); }
  const std::optional<std::string>& choices_in() const { return choices_in_; }
  const std::optional<std::string>& choices_out() const { return choices_out_; }

 private:
  std::optional<std::string> reserved(const std::string& name) {
    names_.push_back(name);
    const Arguments::Given given = arguments_.take(name);
    if (given.times > 1) complain(name, "is given twice");
    if (given.times > 0 && !given.value) complain(name, "needs a value");
    return given.value;
  }

  void declare(const std::string& name, const std::string& kind,
               const std::optional<std::string>& by_default) {
    if (is_closed_) throw std::logic_error("Options: --" + name + " is declared after a draw");
    if (std::find(names_.begin(), names_.end(), name) != names_.end()) {
      throw std::logic_error("Options: --" + name + " is declared twice");
    }
    names_.push_back(name);
    help_ += "  --" + name + "  " + kind;
    if (by_default.value_or("") != "") help_ += "; default " + *by_default;
    help_ += by_default ? "\n" : "; must be given\n";
  }

  std::optional<std::string> value_of(const std::string& name, const std::string& kind,
                                      const std::optional<std::string>& by_default) {
    declare(name, kind, by_default);
    has_required_ = has_required_ || !by_default;
    const Arguments::Given given = arguments_.take(name);
    if (given.times > 1) complain(name, "is given twice");
    if (given.times > 0) {
      if (!given.value) complain(name, "needs a value: " + kind);
      return given.value;
    }
    if (by_default) return {};
    std::optional<std::string> next = arguments_.take_next();
    if (!next) complain(name, "is missing: " + kind);
    return next;
  }

  void complain_of_unknown(const Arguments::Argument& unknown) {
    const std::string dashes = unknown.has_dashes ? "--" : "";
    std::string remedy = probably_meant(unknown.name, names_, dashes);
    if (remedy.empty() && !unknown.has_dashes) {
      remedy = "; to give a value with '=' in it, name its option or put it after --";
    }
    faults_ += "unknown option " + dashes + unknown.name + remedy + '\n';
  }

  void complain(const std::string& name, const std::string& what) {
    faults_ += "--" + name + ": " + what + '\n';
  }

  Arguments arguments_;
  bool wants_help_ = false;
  bool has_required_ = false;
  bool is_closed_ = false;
  std::optional<std::string> choices_in_;
  std::optional<std::string> choices_out_;
  std::optional<std::string> seed_;
  std::string all_words_;
  std::vector<std::string> names_;
  std::string help_;
  std::string faults_;
};

}  // namespace arbiter
