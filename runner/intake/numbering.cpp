#include "intake/numbering.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "base/text.hpp"

namespace arbiter::intake {
namespace {

using Key = std::tuple<std::int64_t, std::string, int, std::size_t>;

/// What orders a candidate among those of the same students.
Key key_of(const Candidate& one, bool has_times) {
  return {has_times ? *one.delivery.submitted : 0, one.area->order, one.rank.value_or(0),
          one.area->source};
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
    const bool is_new = std::ranges::none_of(
        kept, [&](const Candidate& other) { return other.delivery.sha256 == one.delivery.sha256; });
    if (is_new) kept.push_back(std::move(one));
  }
  tied = std::move(kept);
}

/// The name without the number of an attempt, which a year or part of a name is not.
std::string naming_of(const std::string& partly) {
  AttemptName name = split_attempt(partly);
  return name.number.value_or(0) <= k_most_attempts ? name.base : partly;
}

/// Leaves those that are certain to be of the same students.
void lose_half_known(std::vector<Candidate>& group, std::vector<model::Unattributed>& lost) {
  std::map<std::string, std::string> names;  // the naming, and an origin
  for (const Candidate& one : group)
    names.emplace(naming_of(one.area->partly), one.delivery.origin);
  if (names.size() < 2) return;
  for (const Candidate& one : group) {
    if (one.area->partly.empty()) continue;
    const auto other = names.begin()->first == naming_of(one.area->partly)
                           ? std::next(names.begin())
                           : names.begin();
    lost.push_back({one.delivery.origin,
                    fmt::format("'{}' is known in part only, and '{}' would be of the same student",
                                printable(one.area->partly), printable(other->second)),
                    "give the roster the name it has there, or list it in submissions.csv"});
  }
  std::erase_if(group, [](const Candidate& one) { return !one.area->partly.empty(); });
}

std::vector<Delivery> order(std::vector<Candidate> group, std::vector<model::Unattributed>& lost) {
  lose_half_known(group, lost);
  const bool has_times = std::ranges::all_of(
      group, [](const Candidate& one) { return one.delivery.submitted.has_value(); });
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
    std::pair key(one.problem, one.students);
    groups[std::move(key)].push_back(std::move(one));
  }
  std::vector<Delivery> all;
  for (auto& [key, group] : groups) {
    for (Delivery& delivery : order(std::move(group), lost))
      all.push_back(std::move(delivery));
  }
  return all;
}

std::vector<std::size_t> order_students(std::vector<model::Student>& students, bool has_roster) {
  std::vector<std::size_t> order(students.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t student) {
    const model::Student& one = students[student];
    const bool is_listed = has_roster && one.on_roster;
    return std::pair(!is_listed, is_listed ? std::string() : one.id);
  });
  std::vector<std::size_t> place(students.size());
  std::vector<model::Student> sorted;
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
    sorted.push_back(std::move(students[order[i]]));
  }
  students = std::move(sorted);
  return place;
}

}  // namespace arbiter::intake
