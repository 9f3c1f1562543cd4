#include "base/instant.hpp"

#include <gtest/gtest.h>

namespace arbiter {
namespace {

std::int64_t instant(std::string_view text) {
  const auto parsed = parse_instant(text);
  return parsed ? *parsed : -1;
}

TEST(Instant, IsReadInEveryFormThatIsAllowed) {
  constexpr std::int64_t k_same = 1769900340;  // 2026-01-31T22:59:00Z, by `date -d … +%s`
  for (const std::string_view text :
       {"2026-01-31T22:59:00Z", "2026-01-31T22:59:00z", "2026-01-31 22:59Z",
        "2026-01-31t23:59:00+01:00", "2026-01-31T23:59:00+0100", "2026-01-31 23:59:00.999 +01",
        "2026-01-31T17:29:00,5-05:30", "2026-01-31T22:59:00+00:00"}) {
    EXPECT_EQ(instant(text), k_same) << text;
  }
  EXPECT_EQ(instant("1970-01-01T00:00:00Z"), 0);
  EXPECT_EQ(instant("2024-02-29T24:00Z"), instant("2024-03-01T00:00Z"));
}

TEST(Instant, SaysWhyATextIsNone) {
  for (const std::string_view text :
       {"", "tomorrow", "2026-01-31", "2026-01-31T22", "2026-01-31T22:60Z", "2026-01-31T24:01Z",
        "2025-02-29T10:00Z", "2026-13-01T10:00Z", "2026-00-10T10:00Z", "26-01-31T10:00Z",
        "2026-01-31T10:00:00.Z", "2026-01-31T10:00Zulu", "2026-01-31T10:00+1",
        "2026-01-31T10:00+01:0", "2026-01-31T10:00+16:00", "1969-12-31T23:59:59Z",
        "2026-01-31T1e:00Z", "1970-01-01T00:00+01:00"}) {
    EXPECT_FALSE(parse_instant(text)) << text;
  }
  const auto zoneless = parse_instant("2026-01-31T22:59");
  ASSERT_FALSE(zoneless);
  EXPECT_EQ(zoneless.error().message, "'2026-01-31T22:59' is not a time: it has no time zone");
  EXPECT_EQ(zoneless.error().kind, ErrorKind::usage);
}

TEST(Span, IsASumOfWholeNumbersWithUnits) {
  const auto seconds_of = [](std::string_view text) -> std::int64_t {
    const auto parsed = parse_span(text);
    return parsed ? std::chrono::duration_cast<std::chrono::seconds>(*parsed).count() : -1;
  };
  EXPECT_EQ(seconds_of("90s"), 90);
  EXPECT_EQ(seconds_of("10m"), 600);
  EXPECT_EQ(seconds_of("10 min"), 600);
  EXPECT_EQ(seconds_of("24h"), 86400);
  EXPECT_EQ(seconds_of("2w"), 14 * 86400);
  EXPECT_EQ(seconds_of("1d 12h"), 36 * 3600);
  EXPECT_EQ(seconds_of("1h30m"), 5400);
  EXPECT_EQ(seconds_of("0s"), 0);
  for (const std::string_view text :
       {"", " ", "10", "h", "-1h", "1.5h", "1 y", "1h 5", "3661d", "999999999w", "9999999999s"}) {
    EXPECT_EQ(seconds_of(text), -1) << text;
  }
}

TEST(Span, IsShownInItsLargestUnits) {
  EXPECT_EQ(show_span(0), "0 s");
  EXPECT_EQ(show_span(-3), "0 s");
  EXPECT_EQ(show_span(59), "59 s");
  EXPECT_EQ(show_span(61), "1 min");
  EXPECT_EQ(show_span(3 * 3600 + 300), "3 h 5 min");
  EXPECT_EQ(show_span(2 * 86400), "2 d");
}

}  // namespace
}  // namespace arbiter
