#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.hpp"

namespace arbiter {

/// A day and a time on a clock that nobody says the zone of.
struct ClockTime {
  int year = 1970;
  int month = 1;
  int day = 1;
  int hour = 0;
  int minute = 0;
  int second = 0;
};

/// The name of a zone of the machine's time zone data, such as "Europe/Berlin". Error{usage}: there
/// is no such zone, with the nearest, or there are no such data.
Result<std::string> check_time_zone(const std::string& name);

/// What the machine's own zone is called, as far as it says.
std::string machine_time_zone();

/// While it lives, clocks of this process show that zone; the machine's if there is none. No other
/// thread may ask for the time of a clock meanwhile.
class TimeZoneScope {
 public:
  /// `name` has been checked.
  explicit TimeZoneScope(const std::optional<std::string>& name);
  ~TimeZoneScope();
  TimeZoneScope(const TimeZoneScope&) = delete;
  TimeZoneScope& operator=(const TimeZoneScope&) = delete;

 private:
  bool is_changed_;
  std::optional<std::string> before_;
};

/// Seconds since 1970 when the clocks of this process show that time: the first time that they do,
/// if they are put back. None: there is no such day or time, or they are put forward over it.
std::optional<std::int64_t> instant_of(const ClockTime& time);

}  // namespace arbiter
