#include "grade/engine_part.hpp"

#include <gtest/gtest.h>

namespace arbiter::grade {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(TimeLeft, KnowsNothingAtFirst) {
  const TimeLeft left({{seconds(2), 50}}, 1);
  EXPECT_EQ(left.left(seconds(5)).count(), 0);
}

TEST(TimeLeft, CountsWhatTestsTookAndWhatWasLostBetweenThem) {
  TimeLeft left({{seconds(2), 20}, {seconds(2), 20}}, 2);
  for (int i = 0; i < 20; ++i)
    left.on_test(0, milliseconds(100), false);
  // Two seconds of tests on two workers take one; it took two.
  EXPECT_NEAR(arbiter::seconds(left.left(seconds(1))), 1.0, 1e-6);
  EXPECT_NEAR(arbiter::seconds(left.left(seconds(2))), 2.0, 1e-6);
}

TEST(TimeLeft, AHopelessProgramIsCountedWithTheLimit) {
  TimeLeft left({{seconds(2), 20}, {seconds(2), 20}}, 1);
  for (int i = 0; i < 20; ++i)
    left.on_test(0, milliseconds(100), false);
  for (int i = 0; i < 3; ++i)
    left.on_test(1, seconds(2), true);
  EXPECT_NEAR(arbiter::seconds(left.left(seconds(8))), 34.0, 1e-6);
  left.on_test(1, seconds(2), true);
  EXPECT_NEAR(arbiter::seconds(left.left(seconds(10))), 32.0, 1e-6);
}

TEST(TimeLeft, WhatEndsEarlyLeavesNothing) {
  TimeLeft left({{seconds(2), 20}, {seconds(2), 20}, {seconds(2), 50}}, 1);
  for (int i = 0; i < 20; ++i)
    left.on_test(0, milliseconds(100), false);
  for (int i = 0; i < 3; ++i)
    left.on_test(1, seconds(2), true);
  left.on_end(1);
  left.on_end(2);
  left.on_end(2);
  EXPECT_EQ(left.left(seconds(8)).count(), 0);
}

}  // namespace
}  // namespace arbiter::grade
