#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "base/units.hpp"

namespace arbiter {

/// Seconds since 1970 in UTC of a time as ISO 8601 writes it, from 1970 to 9999:
/// "2026-01-31T23:59:00+01:00", with a blank for the T, without seconds, with a fraction (which is
/// dropped), with Z, "+0100" or "+01" for the zone, and a blank before that. Error{usage}: it is
/// none, has no zone, or there is no such day or hour.
Result<std::int64_t> parse_instant(std::string_view text);

/// Seconds east of Greenwich of the zone in such a text; 0: it names none, or UTC.
std::int64_t zone_of_instant(std::string_view text);

/// "2026-01-31 23:59 +01:00": an instant in a zone, in seconds east of Greenwich; with its seconds
/// if it has some, and "UTC" where the zone is that.
std::string show_instant(std::int64_t instant, std::int64_t zone);

/// A span of the kind that deadlines have: "90s", "10min" or "10m", "24h", "7d", "2w", or the sum
/// of several, as "1d 12h"; whole numbers, ten years at most. Error{usage}: it is none.
Result<Nanoseconds> parse_span(std::string_view text);

/// "2 d 3 h 5 min", "45 s": the parts that are not none, "0 s" if there are none; seconds only
/// below a minute.
std::string show_span(std::int64_t seconds);

/// Seconds since 1970 as "2026-01-31T12:00:00Z"; years beyond 0 to 9999 are cut to those.
std::string utc_text(std::int64_t seconds);

/// The time now, in that form.
std::string utc_now();

}  // namespace arbiter
