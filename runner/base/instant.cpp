#include "base/instant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <utility>

namespace arbiter {
namespace {

constexpr std::int64_t k_minute = 60;
constexpr std::int64_t k_hour = 60 * k_minute;
constexpr std::int64_t k_day = 24 * k_hour;
constexpr std::int64_t k_last_instant = 253402300799;  // the end of 9999
constexpr std::int64_t k_longest_span = 3660 * k_day;

Error no_instant(std::string_view text, std::string_view why, std::string help) {
  return usage_error(fmt::format("'{}' is not a time: {}", text, why), std::move(help));
}

Error no_such_form(std::string_view text) {
  return no_instant(text, "it is not in the format of ISO 8601",
                    "write it as 2026-01-31T23:59:00+01:00, or with Z for UTC");
}

/// Takes parts off the front of a text.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  /// Exactly `digits` digits.
  std::optional<int> number(std::size_t digits) {
    if (rest_.size() < digits) return std::nullopt;
    int value = 0;
    for (const char c : rest_.substr(0, digits)) {
      if (c < '0' || c > '9') return std::nullopt;
      value = value * 10 + (c - '0');
    }
    rest_.remove_prefix(digits);
    return value;
  }
  /// The next byte, if it is one of these.
  std::optional<char> one_of(std::string_view bytes) {
    if (rest_.empty() || bytes.find(rest_.front()) == std::string_view::npos) return std::nullopt;
    const char found = rest_.front();
    rest_.remove_prefix(1);
    return found;
  }
  [[nodiscard]] bool is_done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

/// Days since 1970; none: there is no such day.
std::optional<std::int64_t> scan_day(Scanner& scanner) {
  const auto year = scanner.number(4);
  if (!year || !scanner.one_of("-")) return std::nullopt;
  const auto month = scanner.number(2);
  if (!month || !scanner.one_of("-")) return std::nullopt;
  const auto day = scanner.number(2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count();
}

/// Seconds since midnight; none: there is no such time.
std::optional<std::int64_t> scan_clock(Scanner& scanner) {
  const auto hour = scanner.number(2);
  if (!hour || !scanner.one_of(":")) return std::nullopt;
  const auto minute = scanner.number(2);
  if (!minute) return std::nullopt;
  int second = 0;
  if (scanner.one_of(":")) {
    const auto seconds = scanner.number(2);
    if (!seconds) return std::nullopt;
    second = *seconds;
    if (scanner.one_of(".,")) {
      if (!scanner.number(1)) return std::nullopt;
      while (scanner.number(1)) {
      }
    }
  }
  if (*minute > 59 || second > 59) return std::nullopt;
  const std::int64_t time = *hour * k_hour + *minute * k_minute + second;
  // Midnight at the end of a day is written as 24:00, too.
  return time <= k_day ? std::optional(time) : std::nullopt;
}

/// Seconds east of Greenwich; none: there is no such zone.
std::optional<std::int64_t> scan_zone(Scanner& scanner) {
  if (scanner.one_of("Zz")) return 0;
  const auto sign = scanner.one_of("+-");
  if (!sign) return std::nullopt;
  const auto hours = scanner.number(2);
  if (!hours) return std::nullopt;
  int minutes = 0;
  if (scanner.one_of(":") || !scanner.is_done()) {
    const auto after = scanner.number(2);
    if (!after) return std::nullopt;
    minutes = *after;
  }
  if (*hours > 15 || minutes > 59) return std::nullopt;
  const std::int64_t east = *hours * k_hour + minutes * k_minute;
  return *sign == '-' ? -east : east;
}

struct SpanUnit {
  std::string_view name;
  std::int64_t seconds;
};
constexpr std::array<SpanUnit, 6> k_span_units{
    {{"s", 1}, {"min", k_minute}, {"m", k_minute}, {"h", k_hour}, {"d", k_day}, {"w", 7 * k_day}}};

/// One number with its unit off the front of `rest`, in seconds.
std::optional<std::int64_t> take_part(std::string_view& rest) {
  const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  if (digits == 0 || digits > 9) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : rest.substr(0, digits))
    value = value * 10 + (c - '0');
  rest.remove_prefix(digits);
  if (rest.starts_with(' ')) rest.remove_prefix(1);
  const std::size_t end = std::min(rest.find_first_of(" 0123456789"), rest.size());
  const std::string_view name = rest.substr(0, end);
  const auto unit = std::find_if(k_span_units.begin(), k_span_units.end(),
                                 [&](const SpanUnit& one) { return one.name == name; });
  if (unit == k_span_units.end()) return std::nullopt;
  rest.remove_prefix(end);
  if (rest.starts_with(' ')) rest.remove_prefix(1);
  return value * unit->seconds;
}

}  // namespace

Result<std::int64_t> parse_instant(std::string_view text) {
  Scanner scanner(text);
  const auto day = scan_day(scanner);
  if (!day || !scanner.one_of("Tt ")) return no_such_form(text);
  const auto clock = scan_clock(scanner);
  if (!clock) return no_such_form(text);
  (void)scanner.one_of(" ");
  if (scanner.is_done()) {
    return no_instant(
        text, "it has no time zone",
        fmt::format("write {}Z for UTC, or {}+01:00 for an hour east of it", text, text));
  }
  const auto zone = scan_zone(scanner);
  if (!zone || !scanner.is_done()) return no_such_form(text);
  const std::int64_t instant = *day * k_day + *clock - *zone;
  if (instant < 0 || instant > k_last_instant) {
    return no_instant(text, "it is before 1970 or after 9999", "write the year in four digits");
  }
  return instant;
}

Result<Nanoseconds> parse_span(std::string_view text) {
  const Error bad{ErrorKind::usage,
                  fmt::format("'{}' is not a duration", text),
                  {},
                  "write whole numbers with units, as 90s, 10min, 24h, 7d, or 1d 12h"};
  if (text.empty()) return bad;
  std::int64_t total = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const auto part = take_part(rest);
    if (!part || *part > k_longest_span - total) return bad;
    total += *part;
  }
  return Nanoseconds(std::chrono::seconds(total));
}

std::string show_span(std::int64_t seconds) {
  if (seconds < k_minute) return fmt::format("{} s", std::max<std::int64_t>(seconds, 0));
  std::string text;
  const auto add = [&](std::int64_t count, std::string_view unit) {
    if (count != 0) text += fmt::format("{}{} {}", text.empty() ? "" : " ", count, unit);
  };
  add(seconds / k_day, "d");
  add(seconds % k_day / k_hour, "h");
  add(seconds % k_hour / k_minute, "min");
  return text;
}

}  // namespace arbiter
