#include "base/machine/processors.hpp"

#include <gmock/gmock.h>
#include <sched.h>

#include <thread>

namespace arbiter {
namespace {

using testing::ElementsAre;

TEST(Processors, AThreadUsesAloneWhatItIsPinnedTo) {
  const std::vector<int> all = usable_processors();
  ASSERT_FALSE(all.empty());
  EXPECT_TRUE(std::ranges::is_sorted(all));
  std::jthread([last = all.back()] {
    ASSERT_TRUE(pin_to(last));
    EXPECT_THAT(usable_processors(), ElementsAre(last));
    EXPECT_EQ(::sched_getcpu(), last);
  }).join();
  EXPECT_EQ(usable_processors(), all);
}

TEST(Processors, WhatIsNotThereIsRefused) {
  EXPECT_FALSE(pin_to(8191));
  EXPECT_FALSE(pin_to(65535));
}

}  // namespace
}  // namespace arbiter
