#include "arbiter_box/host.hpp"

#include <gtest/gtest.h>

namespace arbiter::arbiter_box {
namespace {

TEST(UnusedId, IsFarFromAllUsersOnAHost) {
  const unsigned id = unused_id("         0          0 4294967295\n", 77);
  EXPECT_GE(id, 0x70000000U);
  EXPECT_NE(id, unused_id("         0          0 4294967295\n", 78));
}

TEST(UnusedId, IsOneOfTheLastInAContainer) {
  const std::string_view map = "0 1000 1\n1 100000 65536\n";
  EXPECT_GT(unused_id(map, 77), 65000U);
  EXPECT_LE(unused_id(map, 77), 65536U);
}

TEST(UnusedId, IsTheOnlyOneWhereThereIsNoOther) {
  EXPECT_EQ(unused_id("0 1000 1\n", 77), 0U);
  EXPECT_EQ(unused_id("", 77), 0U);
}

}  // namespace
}  // namespace arbiter::arbiter_box
