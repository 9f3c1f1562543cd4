#include "base/time_zone.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <vector>

#include "base/file.hpp"
#include "base/text.hpp"

namespace arbiter {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> zone_in_environment() {
  const char* const text = std::getenv("TZ");
  return text == nullptr ? std::nullopt : std::optional<std::string>(text);
}

fs::path zones_folder() {
  const char* const text = std::getenv("TZDIR");
  return text == nullptr || *text == '\0' ? "/usr/share/zoneinfo" : text;
}

bool is_zone_file(const fs::path& path) {
  std::error_code failed;
  if (!fs::is_regular_file(path, failed)) return false;
  const auto bytes = read_file(path, mib(1));
  return bytes && bytes->starts_with("TZif");
}

/// "Europe/Berlin" and the like; the same data lie in folders called "posix" and "right", too.
std::vector<std::string> all_zones() {
  std::vector<std::string> names;
  const fs::path top = zones_folder();
  std::error_code failed;
  for (fs::recursive_directory_iterator it(top, failed), end; !failed && it != end;
       it.increment(failed)) {
    const std::string name = it->path().lexically_relative(top).string();
    if (name == "posix" || name == "right") it.disable_recursion_pending();
    std::error_code ignored;
    if (it->is_regular_file(ignored) && is_zone_file(it->path())) names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

/// The zone that was probably meant: the nearest name, or that of a city.
std::optional<std::string> nearest_zone(const std::string& word,
                                        const std::vector<std::string>& names) {
  if (auto near = nearest(word, names)) return near;
  std::string city = lower_ascii(word);
  std::ranges::replace(city, ' ', '_');
  const auto found = std::ranges::find_if(names, [&](const std::string& name) {
    return lower_ascii(name).ends_with("/" + city) || lower_ascii(name) == city;
  });
  return found == names.end() ? std::nullopt : std::optional(*found);
}

std::tm broken_down(const ClockTime& time, int is_summer) {
  std::tm tm{};
  tm.tm_year = time.year - 1900;
  tm.tm_mon = time.month - 1;
  tm.tm_mday = time.day;
  tm.tm_hour = time.hour;
  tm.tm_min = time.minute;
  tm.tm_sec = time.second;
  tm.tm_isdst = is_summer;
  return tm;
}

}  // namespace

Result<std::string> check_time_zone(const std::string& name) {
  const fs::path path(name);
  const bool is_plain = !name.empty() && path.is_relative() && path == path.lexically_normal() &&
                        !name.starts_with("..");
  if (is_plain && is_zone_file(zones_folder() / path)) return name;
  const std::vector<std::string> names = all_zones();
  if (names.empty()) {
    return usage_error("this machine has no time zone data", "install the package tzdata");
  }
  const auto near = nearest_zone(name, names);
  return usage_error(
      fmt::format("no time zone is called '{}'", printable(name)),
      near ? fmt::format("did you mean {}?", *near) : "write its name as Europe/Berlin, or UTC");
}

std::string machine_time_zone() {
  constexpr std::string_view k_folder = "zoneinfo/";
  if (const auto name = zone_in_environment(); name && !name->empty()) return printable(*name);
  std::error_code failed;
  const std::string link = fs::read_symlink("/etc/localtime", failed).string();
  const std::size_t at = link.find(k_folder);
  if (at != std::string::npos) return printable(link.substr(at + k_folder.size()));
  const auto text = read_file("/etc/timezone", mib(1));
  const std::string name = text ? std::string(trimmed(*text)) : std::string();
  return name.empty() ? "UTC" : printable(name);
}

TimeZoneScope::TimeZoneScope(const std::optional<std::string>& name)
    : is_changed_(name.has_value()), before_(zone_in_environment()) {
  if (!is_changed_) return;
  ::setenv("TZ", name->c_str(), 1);
  ::tzset();
}

TimeZoneScope::~TimeZoneScope() {
  if (!is_changed_) return;
  before_ ? ::setenv("TZ", before_->c_str(), 1) : ::unsetenv("TZ");
  ::tzset();
}

std::optional<std::int64_t> instant_of(const ClockTime& time) {
  std::optional<std::int64_t> first;
  for (const int is_summer : {0, 1}) {
    std::tm tm = broken_down(time, is_summer);
    const std::tm asked = tm;
    const std::time_t instant = std::mktime(&tm);
    const bool is_shown = tm.tm_isdst == is_summer && tm.tm_year == asked.tm_year &&
                          tm.tm_mon == asked.tm_mon && tm.tm_mday == asked.tm_mday &&
                          tm.tm_hour == asked.tm_hour && tm.tm_min == asked.tm_min &&
                          tm.tm_sec == asked.tm_sec;
    if (is_shown) first = std::min<std::int64_t>(first.value_or(instant), instant);
  }
  return first;
}

}  // namespace arbiter
