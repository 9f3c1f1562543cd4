#include "standard/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
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
};

/// The number is 0.DDD × 10 to the power of `magnitude`, and its first and last digit are not 0.
/// Zero has no digits.
struct Significant {
  bool negative = false;
  std::string digits;
  std::int64_t magnitude = 0;

  bool operator==(const Significant&) const = default;
};

std::string_view take_digits(std::string_view& rest) {
  const std::size_t length = std::min(rest.find_first_not_of("0123456789"), rest.size());
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

Significant significant(const Parts& parts) {
  std::string digits = std::string(parts.whole).append(parts.fraction);
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.empty()) return {};
  const std::size_t first = digits.find_first_not_of('0');
  const auto point = static_cast<std::int64_t>(parts.whole.size() - first);
  return {parts.negative, digits.substr(first), parts.exponent + point};
}

}  // namespace

std::optional<double> parse_decimal(std::string_view token) {
  const std::optional<Parts> parts = split(token);
  if (!parts) return std::nullopt;
  double value = 0;
  const bool has_sign = token.front() == '+' || token.front() == '-';
  const char* begin = token.data() + (has_sign ? 1 : 0);
  const std::errc error = std::from_chars(begin, token.data() + token.size(), value).ec;
  if (error == std::errc::result_out_of_range) {
    value = significant(*parts).magnitude > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  }
  return parts->negative ? -value : value;
}

bool same_decimal(std::string_view left, std::string_view right) {
  const std::optional<Parts> a = split(left);
  const std::optional<Parts> b = split(right);
  return a && b && significant(*a) == significant(*b);
}

}  // namespace arbiter::checkers
