#include "standard/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <system_error>

namespace arbiter::checkers {
namespace {

// Exponents beyond this are all the same: no file holds enough digits to bring them back.
constexpr std::int64_t k_exponent_cap = 1'000'000'000'000'000;

struct Parts {
  bool negative = false;
  std::string_view whole;
  std::string_view fraction;
  std::int64_t exponent = 0;
  // Significant digits, as indexes into whole + fraction; empty for zero.
  std::size_t first = 0;
  std::size_t last = 0;

  [[nodiscard]] char digit(std::size_t index) const {
    return index < whole.size() ? whole[index] : fraction[index - whole.size()];
  }
  [[nodiscard]] bool is_zero() const { return first == last; }
  /// The number is 0.DDD × 10 to this power, its first digit not 0.
  [[nodiscard]] std::int64_t magnitude() const {
    return exponent + static_cast<std::int64_t>(whole.size()) - static_cast<std::int64_t>(first);
  }
};

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

std::string_view take_digits(std::string_view& rest) {
  std::size_t length = 0;
  while (length < rest.size() && is_digit(rest[length])) {
    ++length;
  }
  const std::string_view digits = rest.substr(0, length);
  rest.remove_prefix(length);
  return digits;
}

bool take_sign(std::string_view& rest) {
  if (rest.empty() || (rest.front() != '+' && rest.front() != '-')) return false;
  const bool negative = rest.front() == '-';
  rest.remove_prefix(1);
  return negative;
}

std::int64_t saturated(std::string_view digits) {
  std::int64_t value = 0;
  for (const char digit : digits) {
    value = std::min<std::int64_t>(value * 10 + (digit - '0'), k_exponent_cap);
  }
  return value;
}

std::optional<Parts> split(std::string_view token) {
  Parts parts;
  parts.negative = take_sign(token);
  parts.whole = take_digits(token);
  if (!token.empty() && token.front() == '.') {
    token.remove_prefix(1);
    parts.fraction = take_digits(token);
  }
  if (parts.whole.empty() && parts.fraction.empty()) return std::nullopt;
  if (!token.empty() && (token.front() == 'e' || token.front() == 'E')) {
    token.remove_prefix(1);
    const bool negative = take_sign(token);
    const std::string_view digits = take_digits(token);
    if (digits.empty()) return std::nullopt;
    parts.exponent = negative ? -saturated(digits) : saturated(digits);
  }
  if (!token.empty()) return std::nullopt;
  return parts;
}

void find_significant(Parts& parts) {
  parts.last = parts.whole.size() + parts.fraction.size();
  while (parts.last > 0 && parts.digit(parts.last - 1) == '0') {
    --parts.last;
  }
  while (parts.first < parts.last && parts.digit(parts.first) == '0') {
    ++parts.first;
  }
}

}  // namespace

std::optional<double> parse_decimal(std::string_view token) {
  std::optional<Parts> parts = split(token);
  if (!parts) return std::nullopt;
  double value = 0;
  const bool has_sign = token.front() == '+' || token.front() == '-';
  const char* begin = token.data() + (has_sign ? 1 : 0);
  const std::errc error = std::from_chars(begin, token.data() + token.size(), value).ec;
  if (error == std::errc::result_out_of_range) {
    find_significant(*parts);
    value = parts->magnitude() > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  }
  return parts->negative ? -value : value;
}

bool same_decimal(std::string_view left, std::string_view right) {
  std::optional<Parts> a = split(left);
  std::optional<Parts> b = split(right);
  if (!a || !b) return false;
  find_significant(*a);
  find_significant(*b);
  if (a->is_zero() || b->is_zero()) return a->is_zero() && b->is_zero();
  const std::size_t digits = a->last - a->first;
  if (a->negative != b->negative || a->magnitude() != b->magnitude()) return false;
  if (digits != b->last - b->first) return false;
  for (std::size_t index = 0; index < digits; ++index) {
    if (a->digit(a->first + index) != b->digit(b->first + index)) return false;
  }
  return true;
}

}  // namespace arbiter::checkers
