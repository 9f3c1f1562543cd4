#include "cluster/shards.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace arbiter::cluster {
namespace {

/// Units of so many seconds, named by their places.
std::vector<Unit> units_of(const std::vector<double>& seconds) {
  std::vector<Unit> units;
  for (const double one : seconds) {
    units.emplace_back();
    units.back().key = std::to_string(units.size());
    units.back().seconds = one;
  }
  return units;
}

std::vector<std::string> keys_of(const std::vector<Shard>& shards) {
  std::vector<std::string> lines;
  for (const Shard& shard : shards) {
    std::string& line = lines.emplace_back();
    for (const Unit& unit : shard.units)
      line += unit.key + " ";
  }
  return lines;
}

ShardPolicy policy_of(int cores, double least, double most, std::size_t count_most = 1000) {
  ShardPolicy policy;
  policy.cores = cores;
  policy.least = least;
  policy.most = most;
  policy.count_most = count_most;
  return policy;
}

TEST(Shards, AreTheSameInWhateverOrderUnitsCome) {
  std::vector<Unit> units = units_of(std::vector<double>(50, 7));
  for (std::size_t i = 0; i < units.size(); ++i)
    units[i].seconds += static_cast<double>(i % 5);
  const auto planned = keys_of(plan_shards(units, {}));
  std::mt19937 random(1);
  for (int i = 0; i < 5; ++i) {
    std::ranges::shuffle(units, random);
    EXPECT_EQ(keys_of(plan_shards(units, {})), planned);
  }
}

TEST(Shards, HoldEveryUnitOnceTheLongestFirst) {
  std::vector<double> seconds;
  for (int i = 0; i < 300; ++i)
    seconds.push_back(1 + i % 17);
  std::multiset<std::string> seen;
  double before = 1e9;
  for (const Shard& shard : plan_shards(units_of(seconds), policy_of(3, 60, 300))) {
    EXPECT_LE(shard.seconds, before);
    before = shard.seconds;
    double sum = 0;
    for (const Unit& unit : shard.units) {
      seen.insert(unit.key);
      sum += unit.seconds;
    }
    EXPECT_DOUBLE_EQ(shard.seconds, sum);
    EXPECT_TRUE(std::ranges::is_sorted(shard.units, std::greater<>(), &Unit::seconds));
  }
  EXPECT_EQ(seen.size(), 300U);
  EXPECT_EQ(std::set<std::string>(seen.begin(), seen.end()).size(), 300U);
}

TEST(Shards, AreAsManyAsThePolicyWants) {
  struct Case {
    std::size_t units;
    double seconds;
    ShardPolicy policy;
    std::size_t shards;
  };
  const Case cases[] = {
      {0, 1, {}, 0},
      {600, 1, policy_of(2, 60, 300), 16},           // 150 s, 112 s, 84 s … 6 s
      {100, 1, policy_of(2, 60, 300), 9},            // none shorter than 6 s but the last
      {10'000, 1, policy_of(2, 60, 300), 47},        // none longer than 300 s
      {10'000, 1, policy_of(1000, 1, 300, 50), 41},  // no more than one job may have
      {3, 1000, policy_of(2, 60, 300), 3},           // a unit is never cut
  };
  for (const Case& one : cases) {
    const auto shards =
        plan_shards(units_of(std::vector<double>(one.units, one.seconds)), one.policy);
    EXPECT_EQ(shards.size(), one.shards) << one.units << " units";
  }
}

TEST(Shards, LeaveSuspectedAndDisputedUnitsAlone) {
  std::vector<Unit> units = units_of({1, 1, 1, 1});
  units[1].is_suspect = true;
  units[2].is_disputed = true;
  const auto shards = plan_shards(units, {});
  ASSERT_EQ(shards.size(), 3U);
  for (const Shard& shard : shards) {
    const bool is_alone = shard.units.front().is_suspect || shard.units.front().is_disputed;
    EXPECT_EQ(shard.units.size(), is_alone ? 1U : 2U);
    EXPECT_EQ(shard.is_fresh, shard.units.front().is_disputed);
  }
  // What has no room waits for the next round, but some of it is done in each.
  for (Unit& unit : units)
    unit.is_suspect = true;
  EXPECT_EQ(plan_shards(units, policy_of(1, 60, 300, 3)).size(), 3U);
  EXPECT_EQ(plan_shards(units, policy_of(1, 60, 300, 0)).size(), 1U);
}

TEST(Shards, CutWhatWasLeftWhereItIsLong) {
  std::vector<Unit> units = units_of({100, 100, 100, 100});
  for (Unit& unit : units)
    unit.tests_left = 50;
  const auto shards = plan_shards(units, policy_of(2, 60, 300));
  std::vector<double> seconds;
  std::set<std::string> names;
  for (const Shard& shard : shards) {
    seconds.push_back(shard.seconds);
    ASSERT_EQ(shard.units.size(), 1U);
    EXPECT_EQ(shard.units[0].seconds, shard.seconds);
    EXPECT_TRUE(names.insert(record_name(shard.units[0])).second);
  }
  EXPECT_EQ(seconds, (std::vector<double>{100, 100, 50, 50, 25, 25, 25, 25}));
  // The whole has the name of its unit.
  EXPECT_TRUE(names.contains("1"));
  EXPECT_TRUE(names.contains("3 1/2"));
  EXPECT_TRUE(names.contains("4 3/4"));
}

TEST(Shards, CutNothingSmallerThanATestCase) {
  std::vector<Unit> units = units_of({100, 100});
  units[0].tests_left = 3;
  const auto shards = plan_shards(units, policy_of(100, 60, 300));
  EXPECT_EQ(shards.size(), 4U);
  EXPECT_EQ(shards[0].seconds, 100);
  // What nodes may kill their judge with stays whole.
  for (Unit& unit : units)
    unit.is_suspect = true;
  EXPECT_EQ(plan_shards(units, policy_of(100, 60, 300)).size(), 2U);
}

TEST(CohortName, DependsOnEveryFactAndOnTheirOrder) {
  EXPECT_EQ(cohort_name({"a", "b"}), cohort_name({"a", "b"}));
  EXPECT_EQ(cohort_name({"a", "b"}).size(), 16U);
  EXPECT_NE(cohort_name({"a", "b"}), cohort_name({"b", "a"}));
  EXPECT_NE(cohort_name({"ab", ""}), cohort_name({"a", "b"}));
}

}  // namespace
}  // namespace arbiter::cluster
