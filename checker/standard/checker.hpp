#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/first_difference.hpp"

/// The standard checkers: comparisons of an output with an answer file that need no process.
namespace arbiter::checkers {

/// What a checker says. `message` is one line without control characters, empty when accepted.
/// A non-empty `judge_error` says that the answer file itself is not what the checker needs: then
/// `accepted` is false and means nothing, and the submission is not to blame.
struct Outcome {
  bool accepted = false;
  std::string message;
  std::optional<FirstDifference> difference;
  std::string judge_error;
};

/// Parsed arguments of a checker. Tolerances are finite and not negative; a number passes when it
/// is within either of those that are set.
struct Options {
  bool case_sensitive = false;
  bool space_change_sensitive = false;
  std::optional<double> relative_tolerance;
  std::optional<double> absolute_tolerance;
};

/// Compares a whole output with a whole answer; pure, linear or n log n in their sizes.
using Check = Outcome (*)(std::string_view answer, std::string_view output, const Options&);

/// One checker: its name in `arbiter.yaml`, a line for lists, the argument words it allows.
struct StandardChecker {
  std::string_view name;
  std::string_view summary;
  std::span<const std::string_view> arguments;
  Check check;
};

/// nullptr when there is no checker of that name.
const StandardChecker* find_checker(std::string_view name);

/// All checkers, in the order in which lists show them.
std::span<const StandardChecker> standard_checkers();

/// Parses argument words as the problem package format 2025-09 defines them: tolerances take the
/// next word as their value, each at most once, `float_tolerance` not beside the other two. The
/// error text names the bad word and what is allowed; a bad argument is a judge error.
std::variant<Options, std::string> parse_arguments(const StandardChecker& checker,
                                                   std::span<const std::string> words);

/// `bytes` as printable UTF-8 for reports: blanks as · → ⏎ and \r, control characters, invisible
/// characters and invalid UTF-8 byte by byte as \xNN. After `limit` bytes (never inside a
/// character) an ellipsis replaces the rest. For people: not reversible.
std::string visible(std::string_view bytes, std::size_t limit = 200);

/// Why a rejected output may be nearly right, one sentence each ("equal if case is ignored"); never
/// part of a verdict. Looks at the first MiB of either text; empty when the difference lies later.
std::vector<std::string> hints(std::string_view answer, std::string_view output);

}  // namespace arbiter::checkers
