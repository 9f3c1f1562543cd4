#include "judge/verdict/score_files.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <system_error>

#include "base/file.hpp"
#include "base/text.hpp"

namespace arbiter::judge {
namespace {

constexpr std::size_t k_most_shown = 60;

Result<std::optional<double>> read_score(int descriptor, std::string_view name) {
  if (descriptor < 0) return std::optional<double>();
  ARBITER_TRY(file, MappedFile::of_descriptor(descriptor));
  auto value = parse_score(file.bytes());
  if (!value) return std::move(value).error().within(std::string(name));
  return std::optional<double>(*value);
}

void fail(CheckOutcome& outcome, const std::string& why) {
  outcome.kind = CheckOutcome::Kind::fault;
  outcome.message = "the output validator wrote a bad score: " + why;
}

}  // namespace

Result<double> parse_score(std::string_view text) {
  constexpr std::string_view k_blanks = " \t\r\n\f\v";
  const std::size_t start = text.find_first_not_of(k_blanks);
  if (start == std::string_view::npos) return judge_error("the number is missing");
  std::string_view word = text.substr(start, text.find_last_not_of(k_blanks) - start + 1);
  std::string_view digits = word;
  if (digits.front() == '+' || digits.front() == '-') digits.remove_prefix(1);
  // from_chars takes words such as "inf" too.
  const bool is_number =
      !digits.empty() && digits.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
  double value = 0;
  if (is_number && digits.front() != '+' && digits.front() != '-') {
    const auto [end, code] = std::from_chars(digits.begin(), digits.end(), value);
    if (end == digits.end() && code == std::errc{} && std::isfinite(value)) {
      return word.front() == '-' ? -value : value;
    }
  }
  return judge_error(fmt::format("'{}' is not a number", printable(word.substr(0, k_most_shown))));
}

void add_score_files(int score_file, int multiplier_file, CheckOutcome& outcome) {
  // What a validator left before it failed means nothing.
  if (outcome.kind == CheckOutcome::Kind::fault) return;
  const auto score = read_score(score_file, "score.txt");
  const auto multiplier = read_score(multiplier_file, "score_multiplier.txt");
  if (!score || !multiplier) {
    fail(outcome, (score ? multiplier : score).error().text());
    return;
  }
  if (*multiplier && (**multiplier < 0 || **multiplier > 1)) {
    fail(outcome,
         fmt::format("score_multiplier.txt holds {}, which is not between 0 and 1", **multiplier));
    return;
  }
  outcome.score = *score;
  outcome.score_multiplier = *multiplier;
}

}  // namespace arbiter::judge
