#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

#include "standard/decimal.hpp"

namespace arbiter::checkers {
namespace {

constexpr double k_infinity = std::numeric_limits<double>::infinity();

struct Number {
  std::string token;
  double value;
};

std::string zeros(std::size_t count) {
  return std::string(count, '0');
}

TEST(ParseDecimal, ReadsTheGrammarOfTheFormat) {
  const Number numbers[] = {
      {"0", 0},
      {"-0", -0.0},
      {"+1", 1},
      {"007", 7},
      {"1.", 1},
      {".5", 0.5},
      {"-.5e1", -5},
      {"1.e2", 100},
      {"1E+2", 100},
      {"1e-2", 0.01},
      {"1e0002", 100},
      {"0.1", 0.1},
      {"1e308", 1e308},
      {"1e309", k_infinity},
      {"-1e309", -k_infinity},
      {"1e-400", 0},
      {"-1e-400", -0.0},
      {"5e-324", 5e-324},
      {"2e-324", 0},
      {"0e999999", 0},
      {"1e99999999999999999999", k_infinity},
      {"1e-99999999999999999999", 0},
      {"123456789012345678901234567890.123456789012345678901234567890",
       123456789012345678901234567890.0},
  };
  for (const Number& number : numbers) {
    const std::optional<double> value = parse_decimal(number.token);
    ASSERT_TRUE(value.has_value()) << number.token;
    EXPECT_EQ(*value, number.value) << number.token;
    EXPECT_EQ(std::signbit(*value), std::signbit(number.value)) << number.token;
  }
}

TEST(ParseDecimal, RefusesEverythingElse) {
  for (const char* token :
       {"",    "+",    "-",        ".",     "-.",   "e",        "e5", ".e5", "1e",
        "1e+", "1e-",  "1.2.3",    "1..",   "--1",  "+-1",      "1-", "0x1", "0x1p3",
        "inf", "-inf", "infinity", "nan",   "NaN",  "1f",       "1d", "1,5", "1_000",
        " 1",  "1 ",   "1e5.0",    "1e5e5", "1e 5", "\xD9\xA1", "1\n"}) {
    EXPECT_FALSE(parse_decimal(token).has_value()) << token;
  }
  EXPECT_FALSE(parse_decimal(std::string("1\0", 2)).has_value());
}

TEST(ParseDecimal, ReadsAnyNumberOfDigits) {
  const std::size_t many = 1'000'000;
  EXPECT_EQ(parse_decimal(zeros(many) + "15e-1"), 1.5);
  EXPECT_EQ(parse_decimal("0." + zeros(many) + "15e1000001"), 1.5);
  EXPECT_EQ(parse_decimal("15" + zeros(many) + "e-1000001"), 1.5);
  EXPECT_EQ(parse_decimal("1" + zeros(many)), k_infinity);
  EXPECT_EQ(parse_decimal("0." + zeros(many) + "1"), 0.0);
  EXPECT_EQ(parse_decimal(zeros(many) + "." + zeros(many) + "e9"), 0.0);
  EXPECT_EQ(parse_decimal("1e" + zeros(many) + "2"), 100.0);
}

TEST(ParseDecimal, RoundsToTheNearestBehindManyDigits) {
  // 2^53 + 1 lies half way: ties go to even, and one digit far behind decides otherwise.
  const std::string half = "9007199254740993." + zeros(5000);
  EXPECT_EQ(parse_decimal(half), 9007199254740992.0);
  EXPECT_EQ(parse_decimal(half + "1"), 9007199254740994.0);
}

TEST(ParseDecimal, AgreesWithTheCLibrary) {
  std::mt19937 random(2);
  for (int round = 0; round < 20'000; ++round) {
    std::string token = random() % 2 == 0 ? "-" : "";
    for (std::size_t digits = 1 + random() % (round % 100 == 0 ? 900 : 25); digits > 0; --digits) {
      token += static_cast<char>('0' + random() % 10);
    }
    token += '.';
    for (std::size_t digits = random() % 25; digits > 0; --digits) {
      token += static_cast<char>('0' + random() % 10);
    }
    if (random() % 2 == 0) {
      token += 'e';
      token += std::to_string(static_cast<int>(random() % 800) - 400);
    }
    ASSERT_EQ(parse_decimal(token), std::strtod(token.c_str(), nullptr)) << token;
  }
}

TEST(SameDecimal, ComparesExactly) {
  EXPECT_TRUE(same_decimal("1", "1.0"));
  EXPECT_TRUE(same_decimal("+100", "1e2"));
  EXPECT_TRUE(same_decimal(".00120", "12e-4"));
  EXPECT_TRUE(same_decimal("0", "-0.0e5"));
  EXPECT_TRUE(same_decimal("1e400", "10e399"));
  EXPECT_TRUE(same_decimal("1" + zeros(1000), "1e1000"));
  EXPECT_FALSE(same_decimal("1", "-1"));
  EXPECT_FALSE(same_decimal("0", "1e-999"));
  EXPECT_FALSE(same_decimal("1", "10"));
  EXPECT_FALSE(same_decimal("9007199254740993", "9007199254740992"));
  EXPECT_FALSE(same_decimal("12", "123"));
  EXPECT_FALSE(same_decimal("x", "x"));
  EXPECT_FALSE(same_decimal("1", "x"));
}

}  // namespace
}  // namespace arbiter::checkers
