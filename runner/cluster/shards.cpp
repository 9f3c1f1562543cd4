#include "cluster/shards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "store/hash.hpp"

namespace arbiter::cluster {
namespace {

// Guided self-scheduling (Polychronopoulos and Kuck, IEEE Transactions on Computers, 1987), halved:
// each shard is a part of what is left, so that nobody waits long for the last one.
constexpr double k_shares_for_each_core = 2;
// The last shards are so much shorter than the others: they cost a few starts of a second, and
// spare all cores but one a wait for the last of them.
constexpr double k_last_share = 0.1;
constexpr std::size_t k_name_digits = 16;

bool goes_before(const Unit& left, const Unit& right) {
  return std::pair(-left.seconds, std::string_view(left.key)) <
         std::pair(-right.seconds, std::string_view(right.key));
}

/// The pieces of a unit, of about so many seconds each.
std::vector<Unit> cut(const Unit& unit, double wanted) {
  const auto whole = static_cast<double>(std::max<std::size_t>(unit.tests_left, 1));
  Unit piece = unit;
  piece.pieces =
      static_cast<std::size_t>(std::clamp(std::round(unit.seconds / wanted), 1.0, whole));
  piece.seconds = unit.seconds / static_cast<double>(piece.pieces);
  std::vector<Unit> pieces(piece.pieces, piece);
  for (std::size_t i = 0; i < pieces.size(); ++i)
    pieces[i].piece = i;
  return pieces;
}

/// The longest units come first, and so do the longest shards.
std::vector<Shard> share_out(const std::vector<Unit>& units, double left,
                             const ShardPolicy& policy) {
  std::vector<Shard> shards;
  double wanted = 0;
  for (const Unit& unit : units) {
    if (shards.empty() || shards.back().seconds + unit.seconds / 2 > wanted) {
      wanted = std::clamp(left / (k_shares_for_each_core * policy.cores),
                          k_last_share * policy.least, policy.most);
      for (const Unit& piece : cut(unit, wanted))
        shards.push_back({{piece}, piece.seconds});
    } else {
      shards.back().units.push_back(unit);
      shards.back().seconds += unit.seconds;
    }
    left -= unit.seconds;
  }
  return shards;
}

/// As many as there may be at most.
std::vector<Shard> share_out(const std::vector<Unit>& units, double total, ShardPolicy policy,
                             std::size_t most) {
  constexpr double k_step = 1.25;
  std::vector<Shard> shards = share_out(units, total, policy);
  while (shards.size() > most) {
    policy.least *= k_step;
    policy.most *= k_step;
    shards = share_out(units, total, policy);
  }
  return shards;
}

}  // namespace

std::string record_name(const Unit& unit) {
  return unit.pieces == 1 ? unit.key : fmt::format("{} {}/{}", unit.key, unit.piece, unit.pieces);
}

std::vector<Shard> plan_shards(std::vector<Unit> units, const ShardPolicy& policy) {
  std::ranges::sort(units, goes_before);
  std::vector<Shard> alone;
  std::vector<Unit> others;
  double total = 0;
  for (Unit& unit : units) {
    if (unit.is_suspect || unit.is_disputed) {
      alone.push_back({{unit}, unit.seconds, unit.is_disputed});
    } else {
      total += unit.seconds;
      others.push_back(std::move(unit));
    }
  }
  std::vector<Shard> shards =
      share_out(others, total, policy, std::max<std::size_t>(policy.count_most, 1));
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
