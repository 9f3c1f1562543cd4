#include "arbiter_box/processes.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

namespace arbiter::arbiter_box {
namespace {

TEST(Processes, ReadsWhatTheKernelSays) {
  ProcessSeen seen;
  ASSERT_TRUE(
      parse_stat("42 (a) b) (c) S 7 42 42 0 -1 4194304 83 0 0 0 1 2 3 4 20 0 6 0 5 "
                 "2600000 300 18446744073709551615 0\n",
                 seen));
  EXPECT_EQ(seen.pid, 42);
  EXPECT_EQ(seen.parent, 7);
  EXPECT_EQ(seen.cpu_ns, 10 * (1'000'000'000 / ::sysconf(_SC_CLK_TCK)));
  EXPECT_EQ(seen.threads, 6);
  EXPECT_EQ(seen.rss, 300 * ::sysconf(_SC_PAGESIZE));
  EXPECT_FALSE(seen.is_exiting);
}

TEST(Processes, SeesThatOneIsOnItsWayOut) {
  ProcessSeen seen;
  ASSERT_TRUE(
      parse_stat("42 (a) Z 7 42 42 0 -1 4194308 83 0 0 0 1 2 3 4 20 0 6 0 5 0 0 0 0\n", seen));
  EXPECT_TRUE(seen.is_exiting);
}

TEST(Processes, SeesThatOneHasNotExecutedAnything) {
  ProcessSeen seen;
  ASSERT_TRUE(
      parse_stat("2 (init) R 1 2 1 0 -1 4194368 83 0 0 0 1 2 3 4 20 0 1 0 5 0 0 0 0\n", seen));
  EXPECT_TRUE(seen.is_forked);
  ASSERT_TRUE(parse_stat("2 (a) R 1 2 1 0 -1 4194304 83 0 0 0 1 2 3 4 20 0 1 0 5 0 0 0 0\n", seen));
  EXPECT_FALSE(seen.is_forked);
}

TEST(Processes, RefusesWhatIsCut) {
  ProcessSeen seen;
  EXPECT_FALSE(parse_stat("", seen));
  EXPECT_FALSE(parse_stat("42 (name", seen));
  EXPECT_FALSE(parse_stat("42 (name)", seen));
  EXPECT_FALSE(parse_stat("42 (name) S 1 2 3", seen));
}

}  // namespace
}  // namespace arbiter::arbiter_box
