#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.hpp"
#include "standard/checker.hpp"
#include "standard/decimal.hpp"

namespace arbiter::checkers {
namespace {

/// One argument word; a flag has no tolerances. All that is known about an argument is its row.
struct Row {
  std::string_view word;
  bool Options::*flag;
  std::optional<double> Options::*relative;
  std::optional<double> Options::*absolute;
};

constexpr std::array<Row, 5> k_rows{{
    {"case_sensitive", &Options::case_sensitive, nullptr, nullptr},
    {"space_change_sensitive", &Options::space_change_sensitive, nullptr, nullptr},
    {"float_relative_tolerance", nullptr, &Options::relative_tolerance, nullptr},
    {"float_absolute_tolerance", nullptr, nullptr, &Options::absolute_tolerance},
    {"float_tolerance", nullptr, &Options::relative_tolerance, &Options::absolute_tolerance},
}};

const Row* find_row(const StandardChecker& checker, std::string_view word) {
  const auto& allowed = checker.arguments;
  if (std::find(allowed.begin(), allowed.end(), word) == allowed.end()) return nullptr;
  const auto* row = std::ranges::find(k_rows, word, &Row::word);
  return row == k_rows.end() ? nullptr : row;
}

std::string unknown_word(const StandardChecker& checker, std::string_view word) {
  const std::string error = "checker '" + std::string(checker.name) +
                            "' does not know the argument '" + visible(word) + "'; ";
  if (checker.arguments.empty()) return error + "it takes none";
  return error + "it takes " + joined(checker.arguments, ", ");
}

bool is_tolerance(const std::optional<double>& value) {
  return value && std::isfinite(*value) && *value >= 0;
}

// Sets one tolerance; says whether it had been set before, which the format forbids.
bool set_once(Options& options, std::optional<double> Options::*member, double value) {
  if (member == nullptr) return true;
  const bool first = !(options.*member).has_value();
  options.*member = value;
  return first;
}

}  // namespace

std::variant<Options, std::string> parse_arguments(const StandardChecker& checker,
                                                   std::span<const std::string> words) {
  Options options;
  for (std::size_t index = 0; index < words.size(); ++index) {
    const std::string& word = words[index];
    const Row* row = find_row(checker, word);
    if (row == nullptr) return unknown_word(checker, word);
    if (row->flag != nullptr) {
      options.*(row->flag) = true;
      continue;
    }
    if (index + 1 == words.size()) {
      return "argument '" + word + "' needs a tolerance after it, such as 1e-6";
    }
    const std::string& value = words[++index];
    const std::optional<double> tolerance = parse_decimal(value);
    if (!is_tolerance(tolerance)) {
      return "argument '" + word + "' needs a finite number that is not negative, not '" +
             visible(value) + "'";
    }
    const bool relative_first = set_once(options, row->relative, *tolerance);
    const bool absolute_first = set_once(options, row->absolute, *tolerance);
    if (!relative_first || !absolute_first) {
      return "argument '" + word + "' sets a tolerance that was set before; give each once, and " +
             "float_tolerance alone";
    }
  }
  return options;
}

}  // namespace arbiter::checkers
