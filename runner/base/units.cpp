#include "base/units.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "base/text.hpp"

namespace arbiter {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr std::array k_time_units = {
    Unit{"", 1.0},    Unit{"s", 1.0},  Unit{"ms", 1e-3},  Unit{"us", 1e-6},  Unit{"µs", 1e-6},
    Unit{"ns", 1e-9}, Unit{"m", 60.0}, Unit{"min", 60.0}, Unit{"h", 3600.0},
};

constexpr double k_kib = 1024.0;
constexpr double k_mib = k_kib * k_kib;
constexpr double k_gib = k_kib * k_mib;
constexpr std::array k_size_units = {
    Unit{"", k_mib},    Unit{"b", 1.0},    Unit{"k", k_kib},   Unit{"kb", k_kib},
    Unit{"kib", k_kib}, Unit{"m", k_mib},  Unit{"mb", k_mib},  Unit{"mib", k_mib},
    Unit{"g", k_gib},   Unit{"gb", k_gib}, Unit{"gib", k_gib},
};

template <std::size_t N>
std::optional<double> parse_with_unit(std::string_view text, const std::array<Unit, N>& units) {
  double number = 0;
  const auto [end, code] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (code != std::errc{} || !std::isfinite(number) || number < 0 || std::signbit(number)) {
    return std::nullopt;
  }
  std::string_view rest(end, static_cast<std::size_t>(text.data() + text.size() - end));
  while (!rest.empty() && rest.front() == ' ')
    rest.remove_prefix(1);
  const std::string unit = lower_ascii(rest);
  for (const Unit& row : units) {
    if (row.name == unit) return number * row.factor;
  }
  return std::nullopt;
}

Error bad(std::string_view what, std::string_view text, std::string help) {
  return usage_error(fmt::format("'{}' is not a {}", text, what), std::move(help));
}

std::string trimmed(double value, std::string_view unit) {
  const int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  std::string digits = fmt::format("{:.{}f}", value, decimals);
  if (digits.find('.') != std::string::npos) {
    while (digits.back() == '0')
      digits.pop_back();
    if (digits.back() == '.') digits.pop_back();
  }
  return fmt::format("{} {}", digits, unit);
}

}  // namespace

Nanoseconds from_seconds(double value) {
  return Nanoseconds(std::llround(value * 1e9));
}

Result<Nanoseconds> parse_duration(std::string_view text) {
  constexpr double k_year = 366.0 * 24 * 3600;
  const auto value = parse_with_unit(text, k_time_units);
  if (!value || *value > k_year) {
    return bad("duration", text, "write a number and a unit, as 500ms, 2s or 1.5min");
  }
  return from_seconds(*value);
}

Result<Bytes> parse_size(std::string_view text) {
  constexpr double k_most = 1125899906842624.0;
  const auto value = parse_with_unit(text, k_size_units);
  if (!value || *value > k_most) {
    return bad("size", text, "write a number and a unit, as 512KiB, 64MiB or 1GiB");
  }
  return Bytes{static_cast<std::int64_t>(std::llround(*value))};
}

std::string show(Nanoseconds time) {
  // What would round up to 1000 of a unit is 1 of the next.
  constexpr double k_full = 999.5;
  const auto count = static_cast<double>(time.count());
  if (count < k_full * 1e3) return trimmed(count / 1e3, "µs");
  if (count < k_full * 1e6) return trimmed(count / 1e6, "ms");
  return trimmed(count / 1e9, "s");
}

std::string show(Bytes size) {
  constexpr double k_full = 1023.5;
  const auto count = static_cast<double>(size.count);
  if (size.count < 1024) return fmt::format("{} B", size.count);
  if (count < k_full * k_kib) return trimmed(count / k_kib, "KiB");
  if (count < k_full * k_mib) return trimmed(count / k_mib, "MiB");
  return trimmed(count / k_gib, "GiB");
}

}  // namespace arbiter
