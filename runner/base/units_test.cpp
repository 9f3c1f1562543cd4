#include "base/units.hpp"

#include <gtest/gtest.h>

#include <string>

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

}  // namespace
}  // namespace arbiter
