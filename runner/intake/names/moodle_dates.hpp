#pragma once

#include <optional>
#include <string_view>

#include "base/time_zone.hpp"

namespace arbiter::intake {

/// The time that Moodle writes in a table, in whatever language: "Sunday, 22 November 2026, 1:40
/// PM", "söndag 22 november 2026, 13.40", "2026年11月22日 星期日 13:40". None: it cannot be read
/// for certain.
std::optional<ClockTime> parse_moodle_time(std::string_view text);

}  // namespace arbiter::intake
