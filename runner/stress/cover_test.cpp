#include <gtest/gtest.h>

#include "stress/stress.hpp"

namespace arbiter::stress {
namespace {

using Chosen = std::vector<std::size_t>;

TEST(SmallestCover, IsSmallerThanWhatTheLargestGainGives) {
  // The largest set is none of the best two.
  EXPECT_EQ(smallest_cover({{1, 2, 3, 4}, {1, 2, 5}, {3, 4, 6}}), (Chosen{1, 2}));
}

TEST(SmallestCover, TakesTheFirstOfEquallyGood) {
  EXPECT_EQ(smallest_cover({{1}, {1}, {1}}), Chosen{0});
}

TEST(SmallestCover, OfNothingIsNothing) {
  EXPECT_EQ(smallest_cover({}), Chosen{});
  EXPECT_EQ(smallest_cover({{}, {}}), Chosen{});
}

TEST(SmallestCover, CoversAllOfManySets) {
  std::vector<std::set<std::size_t>> sets;
  for (std::size_t i = 0; i < 200; ++i)
    sets.push_back({i, (i * 7) % 200, (i * 31) % 200});
  std::set<std::size_t> covered;
  for (const std::size_t i : smallest_cover(sets))
    covered.insert(sets[i].begin(), sets[i].end());
  EXPECT_EQ(covered.size(), 200U);
}

}  // namespace
}  // namespace arbiter::stress
