#include "stress/growth.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <random>

namespace arbiter::stress {
namespace {

using model::Growth;
using testing::Contains;

/// What would be measured of a law, off by one percent or so and never by less than the clock is.
Growth measured(const std::function<double(double)>& law, double least = 1000, double most = 1e6,
                int count = 11, double error = 0.02) {
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp)
  std::normal_distribution<double> noise(0, 0.01);
  std::vector<Measured> points;
  for (const std::int64_t size :
       sizes_between(static_cast<std::int64_t>(least), static_cast<std::int64_t>(most), count)) {
    const double value = law(static_cast<double>(size)) * (1 + noise(random));
    points.push_back({static_cast<double>(size), value, std::max(3e-4, error * value)});
  }
  return growth_of(std::move(points));
}

TEST(GrowthOf, FindsPowers) {
  const Growth linear = measured([](double n) { return 0.001 + 1e-6 * n; });
  EXPECT_EQ(linear.kind, Growth::Kind::power);
  EXPECT_LE(linear.least, 1);
  EXPECT_GE(linear.most, 1);
  EXPECT_LT(linear.most - linear.least, 0.2);
  EXPECT_THAT(linear.laws, Contains("n"));
  const Growth cubic = measured([](double n) { return 1e-9 * n * n * n; }, 50, 1200);
  EXPECT_THAT(cubic.laws, testing::ElementsAre("n^3"));
}

TEST(GrowthOf, TellsNLogNFromNOnlyWhereItCan) {
  const Growth exact = measured([](double n) { return 1e-8 * n * std::log2(n); }, 1000, 1e8, 18);
  EXPECT_THAT(exact.laws, Contains("n log n"));
  EXPECT_THAT(exact.laws, testing::Not(Contains("n")));
  const Growth short_range =
      measured([](double n) { return 1e-8 * n * std::log2(n); }, 1e6, 2e6, 5);
  EXPECT_THAT(short_range.laws, Contains("n log n"));
  EXPECT_GT(short_range.laws.size(), 1U);
}

TEST(GrowthOf, SeesGrowthBehindALargeConstant) {
  const Growth growth = measured([](double n) { return 0.3 + 1e-6 * n; });
  EXPECT_THAT(growth.laws, Contains("n"));
  EXPECT_NEAR(growth.constant, 0.3, 0.02);
}

TEST(GrowthOf, CallsWhatDoesNotGrowFlat) {
  EXPECT_EQ(measured([](double) { return 0.02; }).kind, Growth::Kind::flat);
  EXPECT_EQ(measured([](double n) { return 0.5 + 1e-9 * n; }).kind, Growth::Kind::flat);
}

TEST(GrowthOf, FindsExponentials) {
  const Growth growth = measured([](double n) { return 0.001 + 1e-8 * std::exp2(n); }, 8, 27, 12);
  EXPECT_EQ(growth.kind, Growth::Kind::exponential);
  EXPECT_NEAR(growth.doubling, 1, 0.05);
  EXPECT_NEAR(*growth.reaches(2), std::log2(2e8), 0.3);
}

TEST(GrowthOf, TakesTheLargestSizesWhereALawBeginsLate) {
  const Growth growth =
      measured([](double n) { return n < 20000 ? 1e-7 * n : 1e-10 * n * n; }, 1000, 1e6);
  EXPECT_THAT(growth.laws, Contains("n^2"));
}

TEST(GrowthOf, KnowsNothingOfThreeSizes) {
  const Growth growth = measured([](double n) { return 1e-6 * n; }, 1000, 1e6, 3);
  EXPECT_EQ(growth.kind, Growth::Kind::unknown);
  EXPECT_FALSE(growth.why.empty());
  EXPECT_FALSE(growth.reaches(1));
}

TEST(GrowthOf, KnowsNothingOfAWildProgram) {
  const Growth growth =
      measured([](double n) { return std::fmod(n, 7) < 3 ? 1e-7 * n : 5e-6 * n; });
  EXPECT_EQ(growth.kind, Growth::Kind::unknown);
}

TEST(GrowthOf, TellsNoExponentThatMayBeAny) {
  const Growth growth = measured([](double n) { return 1e-6 * n; }, 4e5, 1e6, 5, 0.1);
  EXPECT_EQ(growth.kind, Growth::Kind::unknown) << growth.least << " to " << growth.most;
}

TEST(GrowthOf, DoesNotCallWhatLeavesTheCachesAPower) {
  const auto leaves_caches = [](double n) {
    const double step = n < 3e5 ? 5e-8 : 5e-8 * std::pow(std::min(n, 1.2e6) / 3e5, 0.8);
    return 6e-4 + step * n;
  };
  const Growth growth = measured(leaves_caches, 1000, 2.4e6, 14, 0.1);
  EXPECT_EQ(growth.kind, Growth::Kind::unknown);
  EXPECT_NE(growth.why.find("unevenly"), std::string::npos) << growth.why;
  // On a busy machine the runs differ by more than the steps.
  for (const double error : {0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5}) {
    for (const double most : {8e5, 1.2e6, 1.7e6, 2.4e6}) {
      const Growth noisy = measured(leaves_caches, 1000, most, 14, error);
      EXPECT_FALSE(noisy.kind == Growth::Kind::power && noisy.least > 1.05)
          << error << ", " << most << ": n^" << noisy.least << " to n^" << noisy.most;
    }
  }
}

TEST(SizesBetween, GrowByAFactor) {
  EXPECT_THAT(sizes_between(1, 1000, 4), testing::ElementsAre(1, 10, 100, 1000));
  EXPECT_THAT(sizes_between(1, 3, 9), testing::ElementsAre(1, 2, 3));
}

}  // namespace
}  // namespace arbiter::stress
