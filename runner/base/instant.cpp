#include "base/instant.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <utility>

#include "base/pattern.hpp"
#include "base/text.hpp"

namespace arbiter {
namespace {

using Groups = std::vector<std::string>;

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

/// What a group of the form matched; 0 where it matched nothing.
int digits_in(const std::string& group) {
  return number_in<int>(group).value_or(0);
}

/// Of these, 1 to 3 are the day, 4 to 6 the clock, 7 the zone, of which 8 to 10 are sign, hours and
/// minutes.
std::optional<Groups> groups_of(std::string_view text) {
  static const Pattern k_form(R"((\d{4})-(\d\d)-(\d\d)[Tt ])"
                              R"((\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)? ?)"
                              R"(([Zz]|([+-])(\d\d)(?::?(\d\d))?)?)");
  return k_form.match(text);
}

/// Days since 1970; none: there is no such day.
std::optional<std::int64_t> day_of(const Groups& form) {
  const std::chrono::year_month_day date{
      std::chrono::year(digits_in(form[1])),
      std::chrono::month(static_cast<unsigned>(digits_in(form[2]))),
      std::chrono::day(static_cast<unsigned>(digits_in(form[3])))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count();
}

/// Seconds since midnight; none: there is no such time.
std::optional<std::int64_t> clock_of(const Groups& form) {
  const int minute = digits_in(form[5]);
  const int second = digits_in(form[6]);
  const std::int64_t time = digits_in(form[4]) * k_hour + minute * k_minute + second;
  // Midnight at the end of a day is written as 24:00, too.
  const bool is_time = minute <= 59 && second <= 59 && time <= k_day;
  return is_time ? std::optional(time) : std::nullopt;
}

/// Seconds east of Greenwich; none: there is no such zone.
std::optional<std::int64_t> zone_of(const Groups& form) {
  const int hours = digits_in(form[9]);
  const int minutes = digits_in(form[10]);
  if (hours > 15 || minutes > 59) return std::nullopt;
  const std::int64_t east = hours * k_hour + minutes * k_minute;
  return form[8] == "-" ? -east : east;
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
  const auto value = number_in<std::int64_t>(rest.substr(0, digits));
  if (!value || digits > 9) return std::nullopt;
  rest.remove_prefix(digits);
  if (rest.starts_with(' ')) rest.remove_prefix(1);
  const std::size_t end = std::min(rest.find_first_of(" 0123456789"), rest.size());
  const std::string_view name = rest.substr(0, end);
  const auto* const unit = std::ranges::find(k_span_units, name, &SpanUnit::name);
  if (unit == k_span_units.end()) return std::nullopt;
  rest.remove_prefix(end);
  if (rest.starts_with(' ')) rest.remove_prefix(1);
  return *value * unit->seconds;
}

}  // namespace

Result<std::int64_t> parse_instant(std::string_view text) {
  const auto form = groups_of(text);
  if (!form) return no_such_form(text);
  const auto day = day_of(*form);
  const auto clock = clock_of(*form);
  if (!day || !clock) return no_such_form(text);
  if (form->at(7).empty()) {
    return no_instant(
        text, "it has no time zone",
        fmt::format("write {}Z for UTC, or {}+01:00 for an hour east of it", text, text));
  }
  const auto zone = zone_of(*form);
  if (!zone) return no_such_form(text);
  const std::int64_t instant = *day * k_day + *clock - *zone;
  if (instant < 0 || instant > k_last_instant) {
    return no_instant(text, "it is before 1970 or after 9999", "write the year in four digits");
  }
  return instant;
}

std::int64_t zone_of_instant(std::string_view text) {
  const auto form = groups_of(text);
  return form ? zone_of(*form).value_or(0) : 0;
}

std::string show_instant(std::int64_t instant, std::int64_t zone) {
  const std::chrono::sys_seconds local{std::chrono::seconds(instant + zone)};
  std::string text = fmt::format("{:%Y-%m-%d %H:%M}", local);
  if (instant % k_minute != 0) text += fmt::format("{:%S}", local).insert(0, ":");
  if (zone == 0) return text + " UTC";
  const std::int64_t minutes = std::abs(zone) / k_minute;
  return fmt::format("{} {}{:02}:{:02}", text, zone < 0 ? '-' : '+', minutes / 60, minutes % 60);
}

Result<Nanoseconds> parse_span(std::string_view text) {
  const Error bad =
      usage_error(fmt::format("'{}' is not a duration", text),
                  "write whole numbers with units, as 90s, 10min, 24h, 7d, or 1d 12h");
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

std::string utc_text(std::int64_t seconds) {
  constexpr std::int64_t k_first_instant = -62167219200;  // the beginning of year 0
  const std::time_t time = std::clamp(seconds, k_first_instant, k_last_instant);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}Z", fmt::gmtime(time));
}

std::string utc_now() {
  return utc_text(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now()));
}

}  // namespace arbiter
