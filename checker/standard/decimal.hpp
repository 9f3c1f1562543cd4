#pragma once

#include <optional>
#include <string_view>

namespace arbiter::checkers {

/// Value of a whole token in the floating-point grammar of the problem package format 2025-09:
/// sign, digits with at most one point, exponent; decimal only, so no hex, "inf" or "nan". Rounded
/// to the nearest double, any number of digits; infinite when too large, zero when too small.
/// Nothing when the token is no such number. Independent of the locale.
std::optional<double> parse_decimal(std::string_view token);

/// Whether two tokens of that grammar denote exactly the same number; false when either is none.
bool same_decimal(std::string_view left, std::string_view right);

}  // namespace arbiter::checkers
