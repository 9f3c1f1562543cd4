#include "arbiter_box/groups/cpu_bound.hpp"

#include <gtest/gtest.h>

namespace arbiter::arbiter_box {
namespace {

constexpr int k_cores = 2;

class Bound : public testing::Test {
 protected:
  CpuBound bound_{k_cores, 2, 1000};
};

TEST_F(Bound, IsWhatTheLivingSayWhileNothingEnds) {
  bound_.look(1100, 2, {{2, 1, 70}});
  EXPECT_EQ(bound_.ns(), 70);
  // A child, which has a thread, and a thread of the first.
  bound_.look(1200, 5, {{2, 2, 120}, {3, 2, 15}});
  EXPECT_EQ(bound_.ns(), 135);
  bound_.look(1300, 5, {{2, 2, 120}, {3, 2, 25}});
  EXPECT_EQ(bound_.ns(), 145);
}

TEST_F(Bound, HasAllCoresInTheTimeInWhichSomethingEnded) {
  bound_.look(1100, 3, {{2, 1, 10}, {3, 1, 20}});
  bound_.look(1200, 3, {{2, 1, 11}});
  EXPECT_EQ(bound_.ns(), 30 + 100 * k_cores);
  bound_.look(1300, 3, {{2, 1, 15}});
  EXPECT_EQ(bound_.ns(), 30 + 100 * k_cores + 4);
}

TEST_F(Bound, NoticesWhatCameAndWentBetweenTwoLooks) {
  bound_.look(1100, 9, {{2, 1, 10}});
  EXPECT_EQ(bound_.ns(), 100 * k_cores);
  // One that lives has the place of one that does not.
  bound_.look(1200, 10, {{2, 1, 10}, {10, 1, 0}});
  bound_.look(1300, 11, {{2, 1, 10}, {11, 1, 0}});
  EXPECT_EQ(bound_.ns(), 200 * k_cores);
}

TEST_F(Bound, TrustsNoLookThatIdsWereGivenIn) {
  bound_.look(1100, -1, {{2, 1, 10}});
  bound_.look(1200, 2, {{2, 1, 20}});
  EXPECT_EQ(bound_.ns(), 200 * k_cores);
  // Ids begin anew when there are no more.
  bound_.look(1300, 900, {{2, 1, 20}, {900, 1, 5}});
  bound_.look(1400, 300, {{2, 1, 20}, {900, 1, 5}});
  EXPECT_EQ(bound_.ns(), 400 * k_cores);
}

TEST_F(Bound, EndsWithWhatNobodyLookedAt) {
  bound_.look(1100, 2, {{2, 1, 10}});
  EXPECT_EQ(bound_.at_end(1150), 10 + 50 * k_cores);
  EXPECT_EQ(bound_.at_end(1050), 10);
}

}  // namespace
}  // namespace arbiter::arbiter_box
