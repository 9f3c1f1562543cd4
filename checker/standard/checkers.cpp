// All standard checkers: one row each at the end, above it the functions that are theirs alone.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/text.hpp"
#include "standard/byte_scan.hpp"
#include "standard/checker.hpp"
#include "standard/decimal.hpp"
#include "standard/report.hpp"
#include "standard/token_compare.hpp"
#include "standard/token_reader.hpp"

namespace arbiter::checkers {
namespace {

using Pieces = std::vector<std::string_view>;

Outcome check_default(std::string_view answer, std::string_view output, const Options& options) {
  return compare_tokens(answer, output, options);
}

// How many bytes from the beginning on are the same in both.
std::size_t equal_bytes(std::string_view answer, std::string_view output) {
  const std::size_t size = std::min(answer.size(), output.size());
  return best_byte_scan().mismatch(answer.data(), output.data(), size);
}

Outcome check_exact(std::string_view answer, std::string_view output, const Options& /*options*/) {
  const std::size_t equal = equal_bytes(answer, output);
  if (equal == answer.size() && equal == output.size()) return accepted();
  return rejected(line_place(answer, equal), line_place(output, equal));
}

std::string_view line_at(std::string_view text, std::size_t at) {
  const std::size_t feed = text.find('\n', at);
  return text.substr(at, feed == std::string_view::npos ? feed : feed - at);
}

// Past the bytes that are equal, but not into a line that is not equal as a whole.
std::size_t equal_lines(std::string_view answer, std::string_view output) {
  const std::size_t equal = equal_bytes(answer, output);
  if (equal == answer.size() && equal == output.size()) return equal;
  const std::size_t feed = equal == 0 ? std::string_view::npos : answer.rfind('\n', equal - 1);
  return feed == std::string_view::npos ? 0 : feed + 1;
}

// Where two lines part; nothing when they hold the same tokens.
std::optional<Outcome> part(std::string_view answer, std::string_view wanted,
                            std::string_view output, std::string_view got) {
  TokenReader wanted_tokens(wanted);
  TokenReader got_tokens(got);
  for (;;) {
    const std::string_view left = wanted_tokens.next();
    const std::string_view right = got_tokens.next();
    if (left != right) {
      return rejected({answer, place_of(answer, left).offset, wanted},
                      {output, place_of(output, right).offset, got});
    }
    if (left.empty()) return std::nullopt;
  }
}

Outcome check_lines(std::string_view answer, std::string_view output, const Options& /*options*/) {
  // Without its last blank lines each text ends in a token, so the end of one is the end of all.
  const std::string_view wanted_lines = without_trailing_blanks(answer);
  const std::string_view got_lines = without_trailing_blanks(output);
  std::size_t at = 0;
  std::size_t output_at = 0;
  for (;;) {
    const std::size_t equal = equal_lines(wanted_lines.substr(at), got_lines.substr(output_at));
    at += equal;
    output_at += equal;
    const bool answer_ends = at == wanted_lines.size();
    const bool output_ends = output_at == got_lines.size();
    if (answer_ends && output_ends) return accepted();
    if (answer_ends || output_ends) {
      return rejected(line_place(answer, answer_ends ? answer.size() : at),
                      line_place(output, output_ends ? output.size() : output_at));
    }
    const std::string_view wanted = line_at(wanted_lines, at);
    const std::string_view got = line_at(got_lines, output_at);
    std::optional<Outcome> difference = part(answer, wanted, output, got);
    if (difference) return std::move(*difference);
    at = std::min(at + wanted.size() + 1, wanted_lines.size());
    output_at = std::min(output_at + got.size() + 1, got_lines.size());
  }
}

Outcome check_tokens(std::string_view answer, std::string_view output, const Options& /*options*/) {
  Options rules;
  rules.case_sensitive = true;
  return compare_tokens(answer, output, rules);
}

Pieces tokens_of(std::string_view text) {
  Pieces tokens;
  TokenReader reader(text);
  for (std::string_view token = reader.next(); !token.empty(); token = reader.next()) {
    tokens.push_back(token);
  }
  return tokens;
}

// Why an answer with a token that is not of the sort that is needed is at fault.
template <class IsOfSort>
std::optional<Outcome> answer_fault(std::string_view answer, IsOfSort is_of_sort,
                                    std::string_view sort) {
  TokenReader tokens(answer);
  for (std::string_view token = tokens.next(); !token.empty(); token = tokens.next()) {
    if (!is_of_sort(token)) return broken_answer(place_of(answer, token), sort);
  }
  return std::nullopt;
}

bool is_finite_number(std::string_view token) {
  const std::optional<double> value = parse_decimal(token);
  return value && std::isfinite(*value);
}

Outcome check_numbers(std::string_view answer, std::string_view output, const Options& options) {
  constexpr double k_default_tolerance = 1e-6;
  if (auto fault = answer_fault(answer, is_finite_number, "a finite decimal number")) {
    return std::move(*fault);
  }
  Options rules;
  rules.relative_tolerance = options.relative_tolerance;
  rules.absolute_tolerance = options.absolute_tolerance;
  if (!rules.relative_tolerance && !rules.absolute_tolerance) {
    rules.relative_tolerance = k_default_tolerance;
    rules.absolute_tolerance = k_default_tolerance;
  }
  return compare_tokens(answer, output, rules);
}

bool is_yes_or_no(std::string_view token) {
  const std::string lower = lower_ascii(token);
  return lower == "yes" || lower == "no";
}

Outcome check_yesno(std::string_view answer, std::string_view output, const Options& /*options*/) {
  if (auto fault = answer_fault(answer, is_yes_or_no, "YES or NO")) return std::move(*fault);
  return compare_tokens(answer, output, Options{});
}

using Less = bool (*)(std::string_view left, std::string_view right);

// The place of the first of these in the text that is not matched by one of the others; the end of
// the text without one. Of equal ones it is the last that are not matched. Both are sorted.
Place first_unmatched(std::string_view text, const Pieces& pieces, const Pieces& others,
                      Less less) {
  Pieces left;
  std::ranges::set_difference(pieces, others, std::back_inserter(left), less);
  if (left.empty()) return {text, text.size(), {}};
  return place_of(
      text, *std::ranges::min_element(left, {}, [](std::string_view one) { return one.data(); }));
}

Outcome unmatched(const Place& missing, const Place& extra) {
  Outcome outcome = rejected(missing, extra);
  outcome.message.clear();
  if (!missing.at_end()) {
    const std::uint64_t line = outcome.difference->answer_line;
    outcome.message = "missing " + quoted(missing) + " (answer: line " + std::to_string(line) + ")";
  }
  if (!extra.at_end()) {
    if (!outcome.message.empty()) outcome.message += ", ";
    const std::uint64_t line = outcome.difference->output_line;
    outcome.message += "extra " + quoted(extra) + " (line " + std::to_string(line) + ")";
  }
  return outcome;
}

// Compares the elements of both texts, in any order but each as often as in the other. A rejection
// names the first missing and the first extra one.
Outcome compare_unordered(std::string_view answer, std::string_view output,
                          Pieces (*elements_of)(std::string_view), Less less) {
  if (answer == output) return accepted();
  Pieces wanted = elements_of(answer);
  Pieces got = elements_of(output);
  std::ranges::stable_sort(wanted, less);
  std::ranges::stable_sort(got, less);
  const Place missing = first_unmatched(answer, wanted, got, less);
  const Place extra = first_unmatched(output, got, wanted, less);
  return missing.at_end() && extra.at_end() ? accepted() : unmatched(missing, extra);
}

// Lines without a token do not count: in any order no line is the last one.
Pieces lines_of(std::string_view text) {
  Pieces lines = split_lines(text);
  std::ranges::transform(lines, lines.begin(), without_trailing_blanks);
  std::erase(lines, std::string_view());
  return lines;
}

bool less_by_tokens(std::string_view left, std::string_view right) {
  if (left == right) return false;
  TokenReader left_tokens(left);
  TokenReader right_tokens(right);
  for (;;) {
    const std::string_view a = left_tokens.next();
    const std::string_view b = right_tokens.next();
    const int order = a.compare(b);
    if (order != 0 || a.empty()) return order < 0;
  }
}

Outcome check_unordered_lines(std::string_view answer, std::string_view output,
                              const Options& /*options*/) {
  return compare_unordered(answer, output, lines_of, less_by_tokens);
}

Outcome check_unordered_tokens(std::string_view answer, std::string_view output,
                               const Options& /*options*/) {
  return compare_unordered(
      answer, output, tokens_of,
      [](std::string_view left, std::string_view right) { return left < right; });
}

constexpr std::array<std::string_view, 5> k_all_arguments{
    "case_sensitive", "space_change_sensitive", "float_relative_tolerance",
    "float_absolute_tolerance", "float_tolerance"};
constexpr std::span<const std::string_view> k_tolerances =
    std::span<const std::string_view>(k_all_arguments).subspan(2);

constexpr std::array<StandardChecker, 8> k_checkers{{
    {"default", "the default output validator of the problem package format", k_all_arguments,
     check_default},
    {"exact", "the same bytes, blanks and the last line feed included", {}, check_exact},
    {"lines", "line by line the same tokens; blank lines at the end do not count", {}, check_lines},
    {"tokens", "the same tokens byte for byte, however they are spaced", {}, check_tokens},
    {"numbers", "numbers within a tolerance, 1e-6 absolute or relative unless given", k_tolerances,
     check_numbers},
    {"yesno", "a sequence of YES and NO in any case", {}, check_yesno},
    {"unordered_lines",
     "the same lines by their tokens, each as often, in any order; blank lines do not count",
     {},
     check_unordered_lines},
    {"unordered_tokens",
     "the same tokens, each as often, in any order",
     {},
     check_unordered_tokens},
}};

}  // namespace

std::span<const StandardChecker> standard_checkers() {
  return k_checkers;
}

const StandardChecker* find_checker(std::string_view name) {
  const auto* found = std::ranges::find(k_checkers, name, &StandardChecker::name);
  return found == k_checkers.end() ? nullptr : found;
}

}  // namespace arbiter::checkers
