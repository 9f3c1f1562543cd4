#include "base/units.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/instant.hpp"

namespace arbiter {
namespace {

struct Case {
  std::string text;
  std::int64_t value;
};

TEST(Duration, Parses) {
  const Case cases[] = {
      {"2", 2'000'000'000},
      {"0", 0},
      {"0.5", 500'000'000},
      {"2s", 2'000'000'000},
      {"500ms", 500'000'000},
      {"500 ms", 500'000'000},
      {"20us", 20'000},
      {"20µs", 20'000},
      {"7ns", 7},
      {"1.5min", 90'000'000'000},
      {"1m", 60'000'000'000},
      {"1h", 3'600'000'000'000},
      {"1.5S", 1'500'000'000},
      {"0.1", 100'000'000},
      {"1.", 1'000'000'000},
      {"0.0000000004", 0},
      {"0.0000000006s", 1},
      {"366 h", 366LL * 3'600'000'000'000},
      {"31622400s", 31'622'400LL * 1'000'000'000},
  };
  for (const Case& c : cases) {
    const auto parsed = parse_duration(c.text);
    ASSERT_TRUE(parsed) << c.text;
    EXPECT_EQ(parsed->count(), c.value) << c.text;
  }
}

TEST(Duration, RefusesTheRest) {
  const std::string cases[] = {
      "",
      " ",
      "s",
      "ms",
      "-1",
      "-0",
      "-0.5s",
      "+1",
      "nan",
      "inf",
      "1e3",
      "0x10",
      "1 s x",
      "1,5",
      "2sec",
      "1d",
      "31622401",
      "infinity",
      " 1",
      "--2",
      "1..2",
      "9999999999999999999999999",
      std::string(400, '9'),
      "1\n",
      std::string("1\0s", 3),
  };
  for (const std::string& text : cases) {
    const auto parsed = parse_duration(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().kind, ErrorKind::usage) << text;
    EXPECT_FALSE(parsed.error().help.empty()) << text;
  }
}

TEST(Size, Parses) {
  const Case cases[] = {
      {"64", 64LL << 20},
      {"64MiB", 64LL << 20},
      {"64 MB", 64LL << 20},
      {"64m", 64LL << 20},
      {"512KiB", 512LL << 10},
      {"512k", 512LL << 10},
      {"1GiB", 1LL << 30},
      {"1g", 1LL << 30},
      {"100B", 100},
      {"0", 0},
      {"0.5", 1LL << 19},
      {"1.5kb", 1536},
      {"1073741824", 1LL << 50},
  };
  for (const Case& c : cases) {
    const auto parsed = parse_size(c.text);
    ASSERT_TRUE(parsed) << c.text;
    EXPECT_EQ(parsed->count, c.value) << c.text;
  }
}

TEST(Size, RefusesTheRest) {
  for (const std::string text : {"", "MiB", "-1", "-0", "1T", "1.2.3", "nan", "inf", "1e9",
                                 "1073741825", "0x40", "64 Mi", " 64"}) {
    EXPECT_FALSE(parse_size(text)) << text;
  }
}

TEST(Show, DurationsKeepThreeDigits) {
  const Case cases[] = {
      {"0 µs", 0},
      {"0.5 µs", 500},
      {"20 µs", 20'000},
      {"1 ms", 999'960},
      {"1.5 ms", 1'500'000},
      {"12.3 ms", 12'345'678},
      {"123 ms", 123'456'789},
      {"999 ms", 999'400'000},
      {"1 s", 999'600'000},
      {"1 s", 1'000'000'000},
      {"1.23 s", 1'234'567'890},
      {"10 s", 9'999'000'000},
      {"2 s", 2'000'000'000},
      {"100 s", 99'960'000'000},
      {"3600 s", 3'600'000'000'000},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(show(Nanoseconds(c.value)), c.text) << c.value;
  }
}

TEST(Show, SizesKeepThreeDigits) {
  const Case cases[] = {
      {"0 B", 0},           {"512 B", 512},
      {"1023 B", 1023},     {"1 KiB", 1024},
      {"3.22 KiB", 3300},   {"1 MiB", (1 << 20) - 1},
      {"64 MiB", 64 << 20}, {"1 GiB", (1LL << 30) - 1},
      {"2 GiB", 2LL << 30},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(show(Bytes{c.value}), c.text) << c.value;
  }
}

TEST(Units, WhatIsShownCanBeParsedAgain) {
  for (const std::string text : {"20 µs", "1.5 ms", "12.3 s"}) {
    const auto time = parse_duration(text);
    ASSERT_TRUE(time) << text;
    EXPECT_EQ(show(*time), text);
  }
  for (const std::string text : {"100 B", "1.5 KiB", "64 MiB", "2 GiB"}) {
    const auto size = parse_size(text);
    ASSERT_TRUE(size) << text;
    EXPECT_EQ(show(*size), text);
  }
}

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

TEST(Instant, IsShownInUtc) {
  EXPECT_EQ(utc_text(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(utc_text(-1), "1969-12-31T23:59:59Z");
  EXPECT_EQ(utc_text(INT64_MIN), "0000-01-01T00:00:00Z");
  EXPECT_EQ(utc_text(INT64_MAX), "9999-12-31T23:59:59Z");
}

}  // namespace
}  // namespace arbiter
