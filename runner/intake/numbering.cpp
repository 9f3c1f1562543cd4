#include "intake/numbering.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "base/text.hpp"

namespace arbiter::intake {
namespace {

using Key = std::tuple<std::int64_t, int, std::size_t>;

/// What orders a candidate among those of the same students.
Key key_of(const Candidate& one, bool has_times) {
  return {has_times ? *one.delivery.submitted : 0, one.rank.value_or(0), one.source};
}

void lose_tied(const std::vector<Candidate>& tied, std::vector<model::Unattributed>& lost) {
  for (std::size_t i = 0; i < tied.size(); ++i) {
    const std::string& other = tied[i == 0 ? 1 : 0].delivery.origin;
    lost.push_back({tied[i].delivery.origin,
                    fmt::format("is for the same problem as '{}', and nothing says which is newer",
                                printable(other)),
                    "remove one of them, or say in submissions.csv when each was handed in"});
  }
}

/// Without those of the same place and content.
void merge_equal(std::vector<Candidate>& tied) {
  std::vector<Candidate> kept;
  for (Candidate& one : tied) {
    const bool is_there = std::any_of(kept.begin(), kept.end(), [&](const Candidate& other) {
      return other.delivery.sha256 == one.delivery.sha256;
    });
    if (!is_there) kept.push_back(std::move(one));
  }
  tied = std::move(kept);
}

std::vector<Delivery> order(std::vector<Candidate> group, std::vector<model::Unattributed>& lost) {
  const bool has_times = std::all_of(group.begin(), group.end(), [](const Candidate& one) {
    return one.delivery.submitted.has_value();
  });
  std::map<Key, std::vector<Candidate>> by_key;
  for (Candidate& one : group)
    by_key[key_of(one, has_times)].push_back(std::move(one));
  std::vector<Delivery> ordered;
  for (auto& [key, tied] : by_key) {
    merge_equal(tied);
    if (tied.size() > 1) {
      lose_tied(tied, lost);
      continue;
    }
    Delivery& next = tied.front().delivery;
    // The same source given twice, as an archive and as its folder, is no second attempt.
    const bool is_same = !ordered.empty() && ordered.back().sha256 == next.sha256 &&
                         ordered.back().submitted == next.submitted && !tied.front().rank;
    if (is_same) continue;
    ordered.push_back(std::move(next));
    ordered.back().number = static_cast<int>(ordered.size());
  }
  return ordered;
}

}  // namespace

std::vector<Delivery> number_attempts(std::vector<Candidate> candidates,
                                      std::vector<model::Unattributed>& lost) {
  std::map<std::pair<std::size_t, std::vector<std::size_t>>, std::vector<Candidate>> groups;
  for (Candidate& one : candidates) {
    std::pair key(one.delivery.problem, one.delivery.students);
    groups[std::move(key)].push_back(std::move(one));
  }
  std::vector<Delivery> all;
  for (auto& [key, group] : groups) {
    for (Delivery& delivery : order(std::move(group), lost))
      all.push_back(std::move(delivery));
  }
  return all;
}

}  // namespace arbiter::intake
