#include "stress/hunt.hpp"

#include <gtest/gtest.h>

namespace arbiter::stress {
namespace {

Hit hit(std::size_t submission, const std::string& input) {
  Hit one;
  one.submission = submission;
  one.input = input;
  return one;
}

TEST(Hunt, TakesTheFailureOfTheLowestTry) {
  Hunt hunt(1, 1);
  const auto first = hunt.begin();
  const auto second = hunt.begin();
  hunt.end(second, {hit(0, "late")});
  EXPECT_FALSE(hunt.take_hit()) << "an earlier try is not over";
  EXPECT_TRUE(hunt.is_busy());
  hunt.end(first, {hit(0, "early")});
  const auto taken = hunt.take_hit();
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->input, "early");
  EXPECT_TRUE(hunt.is_only_shrinking());
  hunt.shrunk(0, "e");
  EXPECT_TRUE(hunt.wanted().empty());
  EXPECT_FALSE(hunt.take_hit()) << "one is enough";
  EXPECT_FALSE(hunt.is_busy());
}

TEST(Hunt, GoesOnForThoseThatAreNotRefuted) {
  Hunt hunt(2, 1);
  const auto first = hunt.begin();
  EXPECT_EQ(hunt.wanted(), (std::vector<std::size_t>{0, 1}));
  hunt.end(first, {hit(1, "x")});
  EXPECT_EQ(hunt.wanted(), std::vector<std::size_t>{0});
  ASSERT_TRUE(hunt.take_hit());
  EXPECT_EQ(hunt.wanted(), std::vector<std::size_t>{0});
  const auto second = hunt.begin();
  EXPECT_FALSE(hunt.is_only_shrinking()) << "a try is going on";
  hunt.end(second, {});
  EXPECT_TRUE(hunt.is_only_shrinking());
  hunt.shrunk(1, "x");
  EXPECT_FALSE(hunt.is_only_shrinking());
  EXPECT_FALSE(hunt.wanted().empty());
}

TEST(Hunt, EndsWithOneOfTwoThatDiffer) {
  Hunt hunt(2, 1, true);
  EXPECT_EQ(hunt.wanted().size(), 2U);
  hunt.end(hunt.begin(), {hit(1, "x")});
  EXPECT_TRUE(hunt.wanted().empty());
}

TEST(Hunt, CountsWhatIsFoundTwiceOnce) {
  Hunt hunt(1, 2);
  for (const char* input : {"aa", "ab"})
    hunt.end(hunt.begin(), {hit(0, input)});
  ASSERT_TRUE(hunt.take_hit());
  EXPECT_FALSE(hunt.take_hit()) << "one at a time";
  hunt.shrunk(0, "a");
  ASSERT_TRUE(hunt.take_hit());
  hunt.shrunk(0, "a");
  EXPECT_EQ(hunt.wanted(), std::vector<std::size_t>{0});
  hunt.end(hunt.begin(), {hit(0, "b")});
  ASSERT_TRUE(hunt.take_hit());
  hunt.shrunk(0, "b");
  EXPECT_TRUE(hunt.wanted().empty());
}

TEST(Hunt, KeepsWhatNobodyMadeSmall) {
  Hunt hunt(2, 1);
  hunt.end(hunt.begin(), {hit(0, "x"), hit(1, "y")});
  const auto rest = hunt.take_rest();
  ASSERT_EQ(rest.size(), 2U);
  EXPECT_EQ(rest[0].input, "x");
  EXPECT_EQ(rest[1].input, "y");
}

TEST(SearchClock, StandsStillWhileItIsStopped) {
  SearchClock clock;
  const auto wait = [] {
    const auto begin = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() == begin) {
    }
  };
  wait();
  clock.run(false);
  const Nanoseconds stopped = clock.elapsed();
  EXPECT_GT(stopped.count(), 0);
  wait();
  EXPECT_EQ(clock.elapsed(), stopped);
  clock.run(true);
  wait();
  EXPECT_GT(clock.elapsed(), stopped);
}

}  // namespace
}  // namespace arbiter::stress
