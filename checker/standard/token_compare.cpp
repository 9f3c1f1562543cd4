#include "standard/token_compare.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "standard/decimal.hpp"
#include "standard/report.hpp"

// How this works. Two files that a checker sees are nearly always equal, or equal but for blanks.
// So the walk asks for the first byte at which they part, 32 bytes at a time, and only there looks
// at tokens: it settles that one place (other blanks, other case, another spelling of a number) and
// asks again from behind it. Every byte is looked at a bounded number of times, whatever the texts:
// a walk back to the start of a token covers only bytes of that token, and it is then left behind.

namespace arbiter::checkers {
namespace {

bool equal_folded(std::string_view left, std::string_view right) {
  return left.size() == right.size() &&
         std::equal(left.begin(), left.end(), right.begin(),
                    [](char a, char b) { return fold(a) == fold(b); });
}

bool has_tolerance(const Options& options) {
  return options.relative_tolerance.has_value() || options.absolute_tolerance.has_value();
}

bool is_close(double answer, double output, const Options& options) {
  const double error = std::fabs(output - answer);
  if (options.absolute_tolerance && error <= *options.absolute_tolerance) return true;
  if (!options.relative_tolerance) return false;
  const double allowed = *options.relative_tolerance * std::fabs(answer);
  if (std::isfinite(allowed)) return error <= allowed;
  // Both may have overflowed; a quarter of the error cannot.
  return std::fabs(output / 4 - answer / 4) <= *options.relative_tolerance * std::fabs(answer / 4);
}

std::string error_note(double answer, double output) {
  std::array<char, 64> text{};
  const double error = std::fabs(output - answer);
  if (answer == 0) {
    std::snprintf(text.data(), text.size(), "off by %.3g", error);
  } else {
    std::snprintf(text.data(), text.size(), "off by %.3g (relative %.3g)", error,
                  error / std::fabs(answer));
  }
  return text.data();
}

/// Whether one output token passes for one answer token, and if not, why ("off by 0.5"; may be
/// empty).
struct TokenMatch {
  bool passes = false;
  std::string note;
};

TokenMatch match_number(std::string_view answer, double wanted, std::string_view output,
                        const Options& options) {
  const std::optional<double> got = parse_decimal(output);
  if (!got) return {false, "which is not a number"};
  if (!std::isfinite(*got)) return {false, "which is too large for a number"};
  const bool exactly =
      options.relative_tolerance.value_or(0) == 0 && options.absolute_tolerance.value_or(0) == 0;
  const bool passes = exactly ? same_decimal(answer, output) : is_close(wanted, *got, options);
  return {passes, passes ? std::string() : error_note(wanted, *got)};
}

TokenMatch match_token(std::string_view answer, std::string_view output, const Options& options) {
  if (answer == output) return {true, {}};
  if (has_tolerance(options)) {
    const std::optional<double> wanted = parse_decimal(answer);
    if (wanted && std::isfinite(*wanted)) return match_number(answer, *wanted, output, options);
  }
  const bool passes = options.case_sensitive ? answer == output : equal_folded(answer, output);
  const bool only_case = !passes && equal_folded(answer, output);
  return {passes, only_case ? "where case matters" : ""};
}

std::size_t token_size(std::string_view text, std::size_t begin, const ByteScan& scan) {
  // Most tokens are shorter than a call through a pointer is long.
  const std::size_t near = std::min(text.size(), begin + 8);
  for (std::size_t at = begin; at < near; ++at) {
    if (is_blank(text[at])) return at - begin;
  }
  return near - begin + scan.find_blank(text.data() + near, text.size() - near);
}

std::size_t blank_size(std::string_view text, std::size_t begin, const ByteScan& scan) {
  const std::size_t near = std::min(text.size(), begin + 4);
  for (std::size_t at = begin; at < near; ++at) {
    if (!is_blank(text[at])) return at - begin;
  }
  return near - begin + scan.find_nonblank(text.data() + near, text.size() - near);
}

// One text and how far it has been compared.
struct Side {
  std::string_view text;
  std::size_t at = 0;

  [[nodiscard]] bool at_end() const { return at == text.size(); }
  [[nodiscard]] bool in_token() const { return !at_end() && !is_blank(text[at]); }
  [[nodiscard]] bool after_token() const { return at > 0 && !is_blank(text[at - 1]); }
  [[nodiscard]] bool after_blank() const { return at > 0 && is_blank(text[at - 1]); }
};

class Walk {
 public:
  Walk(std::string_view answer, std::string_view output, const Options& options,
       const ByteScan& scan)
      : answer_{answer}, output_{output}, options_(options), scan_(scan) {}

  Outcome run() {
    const bool by_token = has_tolerance(options_);
    for (;;) {
      skip_equal();
      if (answer_.at_end() && output_.at_end()) return accepted();
      if (by_token) rewind();
      Step step = Step::go_on;
      if (answer_.in_token() && output_.in_token()) {
        step = by_token ? pass_token() : pass_case();
      } else {
        step = pass_blanks();
      }
      if (step == Step::tokens_part) return reject_token();
      if (step == Step::blanks_part) return reject_blanks();
    }
  }

 private:
  enum class Step { go_on, tokens_part, blanks_part };

  void skip_equal() {
    const std::size_t size =
        std::min(answer_.text.size() - answer_.at, output_.text.size() - output_.at);
    const char* left = answer_.text.data() + answer_.at;
    const char* right = output_.text.data() + output_.at;
    // Where blanks differ on every line the next difference is near, often nearer than the call.
    std::size_t equal = size < k_word ? k_word : word_mismatch(left, right);
    if (equal == k_word) equal = scan_.mismatch(left, right, size);
    answer_.at += equal;
    output_.at += equal;
  }

  // Back to where the token began. Right on both sides at once: since the last resynchronisation,
  // which was at the start of a token, the bytes were equal.
  void rewind() {
    while (answer_.after_token() && output_.after_token()) {
      --answer_.at;
      --output_.at;
    }
  }

  // Bytes that are equal but for case; stops at the first that are equal or differ otherwise.
  Step pass_case() {
    if (options_.case_sensitive) return Step::tokens_part;
    bool moved = false;
    while (answer_.in_token() && output_.in_token()) {
      const char left = answer_.text[answer_.at];
      const char right = output_.text[output_.at];
      if (fold(left) != fold(right)) break;
      ++answer_.at;
      ++output_.at;
      moved = true;
    }
    return moved ? Step::go_on : Step::tokens_part;
  }

  Step pass_token() {
    const std::string_view wanted = token_at(answer_);
    const std::string_view got = token_at(output_);
    if (!match_token(wanted, got, options_).passes) return Step::tokens_part;
    answer_.at += wanted.size();
    output_.at += got.size();
    // The next rewind must not come back to this token, so its blanks are settled here.
    return pass_blanks();
  }

  Step pass_blanks() {
    // Inside a token on one side while the other side's token has ended.
    if (answer_.in_token() != output_.in_token() &&
        (answer_.after_token() || output_.after_token())) {
      return Step::tokens_part;
    }
    const std::string_view wanted = blanks_at(answer_);
    const std::string_view got = blanks_at(output_);
    if (options_.space_change_sensitive && wanted != got) return Step::blanks_part;
    answer_.at += wanted.size();
    output_.at += got.size();
    return answer_.at_end() == output_.at_end() ? Step::go_on : Step::blanks_part;
  }

  Outcome reject_token() {
    rewind();
    const std::string_view wanted = token_at(answer_);
    const std::string_view got = token_at(output_);
    return rejected(place_of(answer_.text, wanted), place_of(output_.text, got),
                    match_token(wanted, got, options_).note);
  }

  // Whole runs of blanks are shown where blanks matter, else the token that is missing or extra.
  Outcome reject_blanks() {
    if (!options_.space_change_sensitive) {
      return rejected(place_of(answer_.text, token_at(answer_)),
                      place_of(output_.text, token_at(output_)));
    }
    while (answer_.after_blank() && output_.after_blank()) {
      --answer_.at;
      --output_.at;
    }
    return rejected(place_of(answer_.text, blanks_at(answer_)),
                    place_of(output_.text, blanks_at(output_)), "where blanks matter");
  }

  [[nodiscard]] std::string_view token_at(const Side& side) const {
    return side.text.substr(side.at, token_size(side.text, side.at, scan_));
  }

  [[nodiscard]] std::string_view blanks_at(const Side& side) const {
    return side.text.substr(side.at, blank_size(side.text, side.at, scan_));
  }

  Side answer_;
  Side output_;
  const Options& options_;
  const ByteScan& scan_;
};

}  // namespace

Outcome compare_tokens(std::string_view answer, std::string_view output, const Options& options,
                       const ByteScan& scan) {
  return Walk(answer, output, options, scan).run();
}

}  // namespace arbiter::checkers
