#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "arbiter/arguments.hpp"
#include "arbiter/decimal.hpp"

namespace arbiter {

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
    const std::optional<std::string> given =
        value_of(name, "integer, " + range, by_default ? std::to_string(*by_default) : "",
                 by_default.has_value());
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
    const std::optional<std::string> given =
        value_of(name, "number, " + range + ", at most " + std::to_string(places) + " decimals",
                 by_default.value_or(""), by_default.has_value());
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
    const std::optional<std::string> given =
        value_of(name, listed, by_default.value_or(""), by_default.has_value());
    if (!given) return by_default.value_or(allowed.front());
    for (const std::string& each : allowed) {
      if (*given == each) return each;
    }
    complain(name, "'" + *given + "' is none of " + listed + probably_meant(*given, allowed));
    return allowed.front();
  }

  /// Any text.
  std::string text(const std::string& name, const std::optional<std::string>& by_default = {}) {
    return value_of(name, "text", by_default.value_or(""), by_default.has_value())
        .value_or(by_default.value_or(""));
  }

  /// Whether the name was given. Flags are declared before options without a default, so that it
  /// is known which words belong to no name.
  bool flag(const std::string& name) {
    if (has_required_) throw std::logic_error("Options::flag: declare flags first");
    declare(name, "flag", "", true);
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

  void declare(const std::string& name, const std::string& kind, const std::string& by_default,
               bool is_optional) {
    if (is_closed_) throw std::logic_error("Options: --" + name + " is declared after a draw");
    for (const std::string& each : names_) {
      if (each == name) throw std::logic_error("Options: --" + name + " is declared twice");
    }
    names_.push_back(name);
    help_ += "  --" + name + "  " + kind;
    if (!by_default.empty()) help_ += "; default " + by_default;
    help_ += is_optional ? "\n" : "; must be given\n";
  }

  std::optional<std::string> value_of(const std::string& name, const std::string& kind,
                                      const std::string& by_default, bool is_optional) {
    declare(name, kind, by_default, is_optional);
    has_required_ = has_required_ || !is_optional;
    const Arguments::Given given = arguments_.take(name);
    if (given.times > 1) complain(name, "is given twice");
    if (given.times > 0) {
      if (!given.value) complain(name, "needs a value: " + kind);
      return given.value;
    }
    if (is_optional) return {};
    std::optional<std::string> next = arguments_.take_next();
    if (!next) complain(name, "is missing: " + kind);
    return next;
  }

  void complain_of_unknown(const Arguments::Name& unknown) {
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
