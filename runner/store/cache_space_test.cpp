#include "store/cache_space.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "base/test_folder.hpp"
#include "store/program_cache.hpp"

namespace arbiter::store {
namespace {

namespace fs = std::filesystem;

void put(const TestFolder& folder, const std::string& name, int hours_old) {
  folder.write(name + "/program", std::string(1000, 'x'));
  const auto record = folder.write(name + "/record", "");
  const auto when = fs::file_time_type::clock::now() - std::chrono::hours(hours_old);
  fs::last_write_time(record, when);
  fs::last_write_time(folder / name, when);
}

TEST(PruneCache, DeletesTheLeastRecentlyUsed) {
  const TestFolder folder;
  put(folder, "programs/old", 5);
  put(folder, "precompiled/older", 9);
  put(folder, "programs/recent", 2);
  prune_cache(folder.path(), Bytes{2100});
  EXPECT_TRUE(fs::exists(folder / "programs/old"));
  EXPECT_FALSE(fs::exists(folder / "precompiled/older"));
  EXPECT_TRUE(fs::exists(folder / "programs/recent"));
  prune_cache(folder.path(), Bytes{1000});
  EXPECT_FALSE(fs::exists(folder / "programs/old"));
  EXPECT_TRUE(fs::exists(folder / "programs/recent"));
}

TEST(PruneCache, SparesWhatMayBeInUse) {
  const TestFolder folder;
  put(folder, "programs/now", 0);
  put(folder, "programs/new.made", 0);
  prune_cache(folder.path(), Bytes{0});
  EXPECT_TRUE(fs::exists(folder / "programs/now"));
  EXPECT_TRUE(fs::exists(folder / "programs/new.made"));
}

TEST(PruneCache, ClearsAwayWhatAKilledProcessLeft) {
  const TestFolder folder;
  put(folder, "precompiled/new.killed", 30);
  put(folder, "programs/kept", 30);
  prune_cache(folder.path(), mib(1));
  EXPECT_FALSE(fs::exists(folder / "precompiled/new.killed"));
  EXPECT_TRUE(fs::exists(folder / "programs/kept"));
}

TEST(PruneCache, LeavesItToTheOneWhoDoesIt) {
  const TestFolder folder;
  put(folder, "programs/old", 5);
  const auto lock = take_lock(folder / "locks", "prune", true);
  prune_cache(folder.path(), Bytes{0});
  EXPECT_TRUE(fs::exists(folder / "programs/old"));
}

TEST(CacheLimit, ComesFromTheEnvironment) {
  ::unsetenv("ARBITER_CACHE_MIB");
  EXPECT_EQ(cache_limit(), mib(2048));
  ::setenv("ARBITER_CACHE_MIB", "100", 1);
  EXPECT_EQ(cache_limit(), mib(100));
  for (const char* bad : {"", "-1", "10x", "99999999999999999999"}) {
    ::setenv("ARBITER_CACHE_MIB", bad, 1);
    EXPECT_EQ(cache_limit(), mib(2048)) << bad;
  }
  ::unsetenv("ARBITER_CACHE_MIB");
}

}  // namespace
}  // namespace arbiter::store
