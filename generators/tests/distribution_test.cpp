#include "arbiter/distribution.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace arbiter {
namespace {

constexpr int k_draws = 20000;

/// Every count within six standard deviations of what these shares of the draws would be.
void expect_shares(const Distribution& as, std::int64_t least, const std::vector<double>& shares) {
  RandomBits bits(std::string_view("shares"));
  std::vector<int> seen(shares.size(), 0);
  const std::int64_t most = least + static_cast<std::int64_t>(shares.size()) - 1;
  for (int i = 0; i < k_draws; ++i) {
    const std::int64_t number = drawn_number(bits, least, most, as);
    ASSERT_GE(number, least);
    ASSERT_LE(number, most);
    ++seen[static_cast<std::size_t>(number - least)];
  }
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double expected = k_draws * shares[i];
    EXPECT_NEAR(seen[i], expected, 6 * std::sqrt(expected * (1 - shares[i])))
        << least + static_cast<std::int64_t>(i);
  }
}

TEST(Distribution, HasTheSharesThatItSays) {
  expect_shares(uniformly(), -2, {0.25, 0.25, 0.25, 0.25});
  // The smaller of two numbers of four: 7, 5, 3, 1 of 16 pairs.
  expect_shares(towards_least(), 5, {7 / 16., 5 / 16., 3 / 16., 1 / 16.});
  expect_shares(towards_most(), -9, {1 / 16., 3 / 16., 5 / 16., 7 / 16.});
  // The smallest of three numbers of two: 0 unless all are 1.
  expect_shares(towards_least(2), 0, {7 / 8., 1 / 8.});
  // 0 · 1 · 2, 3 · 4, 5, each with a quarter.
  expect_shares(by_magnitude(), 1, {1 / 4., 1 / 4., 1 / 8., 1 / 8., 1 / 8., 1 / 8.});
  // Distances 0 · 1 · 2 from each end with a third each; the range is 0 to 5, the half 2.
  expect_shares(towards_ends(), 0, {1 / 6., 1 / 6., 1 / 6., 1 / 6., 1 / 6., 1 / 6.});
  expect_shares(geometrically(1, 2), 3, {1 / 2., 1 / 4., 1 / 8., 1 / 8.});
  expect_shares(geometrically(0, 2), 3, {1, 0});
  expect_shares(geometrically(2, 2), 3, {0, 0, 1});
  // A uniform number of -2 to 2; a distance d stays 2 with 1/3, 1 with 1/2 (from 1: 2/3).
  // From ±2: 0, 1, 2 alike; from ±1: 0 with 1/3, 1 with 2/3; each with 1/5.
  expect_shares(around(4, 2), 2, {1 / 15., 1 / 5., 1 / 5. + 4 / 15., 1 / 5., 1 / 15.});
  expect_shares(around(1, 0), 0, {0, 1, 0});
}

TEST(Distribution, StaysWithinTheWidestBounds) {
  RandomBits bits(std::uint64_t{7});
  for (const Distribution& as :
       {uniformly(), towards_least(3), towards_most(3), by_magnitude(), towards_ends(),
        geometrically(1, 2), around(INT64_MAX, INT64_MAX), around(INT64_MIN, 1), around(0, 0)}) {
    for (int i = 0; i < 200; ++i)
      drawn_number(bits, INT64_MIN, INT64_MAX, as);
    EXPECT_EQ(drawn_number(bits, 5, 5, as.kind == Distribution::Kind::around ? around(5, 9) : as),
              5);
  }
  for (int i = 0; i < 200; ++i)
    EXPECT_LE(drawn_number(bits, INT64_MIN, INT64_MAX, around(INT64_MIN, 1)), INT64_MIN + 1);
}

TEST(Distribution, RefusesWhatMakesNoSense) {
  RandomBits bits(std::uint64_t{7});
  EXPECT_THROW(drawn_number(bits, 1, 0, uniformly()), std::invalid_argument);
  EXPECT_THROW(drawn_number(bits, 0, 9, towards_least(-1)), std::invalid_argument);
  EXPECT_THROW(drawn_number(bits, 0, 9, geometrically(3, 2)), std::invalid_argument);
  EXPECT_THROW(drawn_number(bits, 0, 9, geometrically(-1, 2)), std::invalid_argument);
  EXPECT_THROW(drawn_number(bits, 0, 9, around(10, 1)), std::invalid_argument);
  EXPECT_THROW(drawn_number(bits, 0, 9, around(-1, 1)), std::invalid_argument);
  EXPECT_THROW(drawn_number(bits, 0, 9, around(1, -1)), std::invalid_argument);
}

}  // namespace
}  // namespace arbiter
