#include "judge/game/game_player.hpp"

#include <gtest/gtest.h>

namespace arbiter::judge {
namespace {

box::Pulse pulse(int stuck_since, int now) {
  box::Pulse pulse;
  pulse.stuck_since = Nanoseconds(stuck_since);
  pulse.now = Nanoseconds(now);
  return pulse;
}

TEST(GamePlayer, BothAreStuckIfTheyWereAtOneMoment) {
  EXPECT_TRUE(were_stuck(pulse(10, 30), pulse(20, 40), Nanoseconds(0)));
  EXPECT_FALSE(were_stuck(pulse(10, 20), pulse(20, 40), Nanoseconds(0)));
  EXPECT_FALSE(were_stuck(pulse(0, 30), pulse(20, 40), Nanoseconds(0)));
  EXPECT_FALSE(were_stuck(pulse(10, 30), pulse(0, 40), Nanoseconds(0)));
}

// Something may be passed on without anybody being able to go on by it: into a pipe that nobody
// reads, or out of one that stays full.
TEST(GamePlayer, BothAreStuckAfterSomethingWasPassedOnInVain) {
  EXPECT_TRUE(were_stuck(pulse(10, 30), pulse(20, 40), Nanoseconds(25)));
  EXPECT_FALSE(were_stuck(pulse(10, 30), pulse(20, 40), Nanoseconds(30)));
}

}  // namespace
}  // namespace arbiter::judge
