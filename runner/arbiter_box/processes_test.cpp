#include "arbiter_box/processes.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <set>

#include "arbiter_box/groups/cpu_bound.hpp"
#include "arbiter_box/host.hpp"

namespace arbiter::arbiter_box {
namespace {

TEST(Processes, ReadsWhatTheKernelSays) {
  const auto read = parse_stat(
      "42 (a) b) (c) S 7 42 42 0 -1 4194304 83 0 0 0 1 2 3 4 20 0 6 0 5 "
      "2600000 300 18446744073709551615 0\n");
  ASSERT_TRUE(read);
  const ProcessSeen& seen = *read;
  EXPECT_EQ(seen.pid, 42);
  EXPECT_EQ(seen.parent, 7);
  EXPECT_EQ(seen.cpu_ns, 10 * (1'000'000'000 / ::sysconf(_SC_CLK_TCK)));
  EXPECT_EQ(seen.threads, 6);
  EXPECT_FALSE(seen.is_exiting);
}

TEST(Processes, SeesThatOneIsOnItsWayOut) {
  const auto seen =
      parse_stat("42 (a) Z 7 42 42 0 -1 4194308 83 0 0 0 1 2 3 4 20 0 6 0 5 0 0 0 0\n");
  ASSERT_TRUE(seen);
  EXPECT_TRUE(seen->is_exiting);
}

TEST(Processes, SeesThatOneHasNotExecutedAnything) {
  auto seen = parse_stat("2 (init) R 1 2 1 0 -1 4194368 83 0 0 0 1 2 3 4 20 0 1 0 5 0 0 0 0\n");
  ASSERT_TRUE(seen);
  EXPECT_TRUE(seen->is_forked);
  seen = parse_stat("2 (a) R 1 2 1 0 -1 4194304 83 0 0 0 1 2 3 4 20 0 1 0 5 0 0 0 0\n");
  ASSERT_TRUE(seen);
  EXPECT_FALSE(seen->is_forked);
}

TEST(Processes, RefusesWhatIsCut) {
  EXPECT_FALSE(parse_stat(""));
  EXPECT_FALSE(parse_stat("42 (name"));
  EXPECT_FALSE(parse_stat("42 (name)"));
  EXPECT_FALSE(parse_stat("42 (name) S 1 2 3"));
}

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
