#include "cluster/shards.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <queue>
#include <utility>

#include "store/hash.hpp"

namespace arbiter::cluster {
namespace {

constexpr double k_shards_for_each_core = 4;
constexpr std::size_t k_name_digits = 16;

bool goes_before(const Unit& left, const Unit& right) {
  return std::pair(-left.seconds, std::string_view(left.key)) <
         std::pair(-right.seconds, std::string_view(right.key));
}

std::size_t shards_for(double total, const ShardPolicy& policy) {
  const double wanted =
      std::clamp(total / (k_shards_for_each_core * policy.cores), policy.least, policy.most);
  const auto count = static_cast<std::size_t>(std::ceil(total / wanted));
  return std::clamp<std::size_t>(count, 1, policy.count_most);
}

/// The longest unit first, each to the shard that has least to do (Graham's LPT rule).
std::vector<Shard> share_out(const std::vector<Unit>& units, std::size_t count) {
  std::vector<Shard> shards(std::min(count, units.size()));
  using Load = std::pair<double, std::size_t>;
  std::priority_queue<Load, std::vector<Load>, std::greater<>> least;
  for (std::size_t i = 0; i < shards.size(); ++i)
    least.emplace(0, i);
  for (const Unit& unit : units) {
    auto [load, at] = least.top();
    least.pop();
    shards[at].units.push_back(unit);
    shards[at].seconds = load + unit.seconds;
    least.emplace(shards[at].seconds, at);
  }
  return shards;
}

}  // namespace

std::vector<Shard> plan_shards(std::vector<Unit> units, const ShardPolicy& policy) {
  std::ranges::sort(units, goes_before);
  std::vector<Shard> alone;
  std::vector<Unit> others;
  double total = 0;
  for (Unit& unit : units) {
    if (unit.is_suspect || unit.is_disputed) {
      const bool is_fresh = unit.is_disputed;
      alone.push_back({{unit}, unit.seconds, is_fresh});
    } else {
      total += unit.seconds;
      others.push_back(std::move(unit));
    }
  }
  std::vector<Shard> shards;
  if (!others.empty()) shards = share_out(others, shards_for(total, policy));
  // What lies alone and has no room waits for the next round.
  const std::size_t room = policy.count_most - std::min(policy.count_most, shards.size());
  alone.resize(std::min(alone.size(), std::max<std::size_t>(room, shards.empty() ? 1 : 0)));
  std::ranges::move(alone, std::back_inserter(shards));
  std::ranges::stable_sort(shards, std::greater<>(), &Shard::seconds);
  return shards;
}

std::string cohort_name(const std::vector<std::string>& facts) {
  store::Sha256 hash;
  hash.add_words(facts);
  return hash.hex().substr(0, k_name_digits);
}

}  // namespace arbiter::cluster
