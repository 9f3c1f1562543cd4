#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "arbiter/choice_source.hpp"

namespace arbiter {

/// A real number with a fixed number of decimal places, as it is printed: `units` / 10^`places`.
struct Decimal {
  std::int64_t units = 0;
  int places = 0;

  /// The nearest double; a single division, the same everywhere.
  double value() const {
    double power = 1;
    for (int i = 0; i < places; ++i)
      power *= 10;
    return static_cast<double>(units) / power;
  }

  bool operator==(const Decimal&) const = default;
};

/// All its places, with a point when there are any.
inline std::string to_text(const Decimal& number) {
  std::string digits = std::to_string(number.units);
  const bool is_negative = digits.front() == '-';
  if (is_negative) digits.erase(0, 1);
  const auto places = static_cast<std::size_t>(number.places);
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  if (places > 0) digits.insert(digits.size() - places, 1, '.');
  return is_negative ? '-' + digits : digits;
}

/// The number in a text such as "-3", "0.25" or "7.", or nothing when it is none, has more than
/// `places` digits after the point, or is too large. 0 <= places <= 18.
inline std::optional<Decimal> read_decimal(std::string_view text, int places) {
  std::string digits(text.substr(0, text.find('.')));
  const std::size_t point = text.find('.');
  const std::string_view after =
      point == std::string_view::npos ? std::string_view{} : text.substr(point + 1);
  if (places < 0 || places > 18 || after.size() > static_cast<std::size_t>(places)) return {};
  if (digits.empty() || digits == "-") return {};
  digits += after;
  digits.append(static_cast<std::size_t>(places) - after.size(), '0');
  Decimal number{0, places};
  const auto [end, fault] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number.units);
  if (fault != std::errc{} || end != digits.data() + digits.size()) return {};
  return number;
}

/// A number of least..most with so many decimal places, each equally likely unless `as` says
/// otherwise. The bounds are texts, since a double rarely is the number that was meant. Throws
/// std::invalid_argument when a bound is no such number, or there is none between them.
inline Decimal real(ChoiceSource& source, std::string_view least, std::string_view most, int places,
                    const Distribution& as = uniformly()) {
  const std::optional<Decimal> low = read_decimal(least, places);
  const std::optional<Decimal> high = read_decimal(most, places);
  if (!low || !high) throw std::invalid_argument("real: a bound is no number of so many places");
  return {source.integer(low->units, high->units, as), places};
}

}  // namespace arbiter
