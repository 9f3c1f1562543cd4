#include "arbiter_box/host.hpp"

#include <gtest/gtest.h>

#include <set>

namespace arbiter::arbiter_box {
namespace {

constexpr std::string_view k_container = "0 1000 1\n1 100000 65536\n";
constexpr std::string_view k_names =
    "root:x:0:0:root:/root:/bin/sh\nnobody::65534:65534:nobody:/:/bin/sh\nbad\n"
    "builder:x:65530:65530::/:/bin/sh\n";

// The ids of many boxes.
std::set<unsigned> ids(std::string_view map, std::string_view names) {
  std::set<unsigned> all;
  for (int box = 0; box < 1000; ++box) {
    const auto id = unused_id(map, names, box);
    if (id) all.insert(*id);
  }
  return all;
}

TEST(UnusedId, IsFarFromAllUsersOnAHost) {
  const auto all = ids("         0          0 4294967295\n", k_names);
  EXPECT_GE(*all.begin(), 0x70000000U);
  EXPECT_EQ(all.size(), 1000U);
}

TEST(UnusedId, IsOneOfTheLastThatNobodyHasInAContainer) {
  const auto all = ids(k_container, k_names);
  EXPECT_EQ(all.size(), 256U);
  EXPECT_GT(*all.begin(), 65000U);
  EXPECT_EQ(*all.rbegin(), 65536U);
  for (const unsigned somebody : {65530U, 65534U, 65535U}) {
    EXPECT_FALSE(all.contains(somebody)) << somebody;
  }
}

TEST(UnusedId, IsNoneWhereAllBelongToSomebody) {
  EXPECT_FALSE(unused_id("0 1000 1\n", k_names, 77));
  EXPECT_FALSE(unused_id("0 1000 1000\n", k_names, 77));
  EXPECT_FALSE(unused_id("65530 1000 1\n65534 1001 2\n", k_names, 77));
  EXPECT_FALSE(unused_id("", {}, 77));
}

}  // namespace
}  // namespace arbiter::arbiter_box
