#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "stress/shrink/sequence_passes.hpp"

namespace arbiter::stress {
namespace {

constexpr int k_most_considered = 2000;
/// Up to here each smaller value is tried, as what fails need not fail for all between.
constexpr std::uint64_t k_try_each_up_to = 8;
/// Of choices that go no farther, all are tried: letters.
constexpr std::uint64_t k_letters = 25;
/// Of letters and the like all from one on may fall together; more values than that are numbers.
constexpr std::size_t k_most_letters = 64;

std::uint64_t distance_at(const SequenceTrials& trials, std::size_t at) {
  return at < trials.elements().size() ? distance(trials.elements()[at]) : 0;
}

bool consider_distance(SequenceTrials& trials, std::size_t at, std::uint64_t distance) {
  return trials.consider(Edit{{}, {{at, value_at(trials.elements()[at], distance)}}});
}

void lower_by_halving(SequenceTrials& trials, std::size_t at) {
  std::uint64_t bad = 0;
  std::uint64_t good = distance_at(trials, at);
  while (good > bad + 1 && !trials.is_over()) {
    const std::uint64_t middle = bad + (good - bad) / 2;
    if (consider_distance(trials, at, middle)) {
      good = distance_at(trials, at);
    } else {
      bad = middle;
    }
  }
}

void lower(SequenceTrials& trials, std::size_t at) {
  if (distance_at(trials, at) == 0 || consider_distance(trials, at, 0)) return;
  const Choice& choice = trials.elements()[at];
  if (choice.value < 0 && choice.value != INT64_MIN && -choice.value <= choice.most) {
    if (trials.consider(Edit{{}, {{at, -choice.value}}})) return lower(trials, at);
  }
  const std::uint64_t each_up_to =
      farthest(trials.elements()[at]) <= k_letters ? k_letters : k_try_each_up_to;
  if (distance_at(trials, at) > each_up_to) lower_by_halving(trials, at);
  const std::uint64_t most = distance_at(trials, at);
  const std::uint64_t few = std::min(most, each_up_to);
  // The least ones, then those right below.
  for (std::uint64_t i = 1; i < few; ++i) {
    if (consider_distance(trials, at, i)) return;
  }
  for (std::uint64_t i = 1; i < few && few < most; ++i) {
    if (consider_distance(trials, at, most - i)) return;
  }
}

using ByValue = std::map<std::int64_t, std::vector<std::size_t>>;

/// The elements of each value; those that can have only one are left out.
ByValue places_by_value(const SequenceTrials& trials, const std::vector<std::size_t>& kind) {
  ByValue places;
  for (const std::size_t at : kind) {
    const Choice& choice = trials.elements()[at];
    if (choice.least != choice.most) places[choice.value].push_back(at);
  }
  return places;
}

/// Values that lie so much nearer to their simplest ones.
Edit nearer_by(const SequenceTrials& trials, const std::vector<std::size_t>& places,
               std::uint64_t amount) {
  Edit edit;
  for (const std::size_t at : places) {
    const std::uint64_t now = distance_at(trials, at);
    edit.values[at] = value_at(trials.elements()[at], now - std::min(amount, now));
  }
  return edit;
}

/// What can be tried of one kind: each set of places that may fall together.
std::set<std::vector<std::size_t>> sets_of(const ByValue& places) {
  std::set<std::vector<std::size_t>> sets;
  std::vector<std::size_t> from_here;
  for (auto each = places.rbegin(); each != places.rend(); ++each) {
    if (each->second.size() > 1) sets.insert(each->second);
    if (places.size() > k_most_letters) continue;
    from_here.insert(from_here.end(), each->second.begin(), each->second.end());
    std::ranges::sort(from_here);
    if (from_here.size() > 1) sets.insert(from_here);
  }
  return sets;
}

void lower_set(SequenceTrials& trials, const std::vector<std::size_t>& places) {
  const std::int64_t steps = trials.steps();
  std::uint64_t least = UINT64_MAX;
  for (const std::size_t at : places)
    least = std::min(least, distance_at(trials, at));
  for (std::uint64_t amount = least; amount > 0 && trials.steps() == steps; amount /= 2)
    trials.consider(nearer_by(trials, places, amount));
}

/// Moves one value nearer to its simplest, and the other one by as much in the same direction or
/// the other one, so that their difference or their sum stays.
void move_pair(SequenceTrials& trials, std::size_t first, std::size_t second, bool keeps_sum) {
  constexpr std::int64_t k_far = INT64_MAX / 4;
  const Choice one = trials.elements()[first];
  const Choice other = trials.elements()[second];
  const auto is_far = [](std::int64_t value) { return value > k_far || value < -k_far; };
  if (is_far(one.value) || is_far(other.value)) return;
  const std::int64_t whole = value_at(one, 0) - one.value;
  if (is_far(whole)) return;
  // As far as the first can go, or the second, and ever less.
  std::int64_t room = std::abs(value_at(other, 0) - other.value);
  if (keeps_sum) {
    room = whole > 0 ? other.value - std::max(other.least, -k_far)
                     : std::min(other.most, k_far) - other.value;
  }
  room = whole > 0 ? std::min(whole, room) : std::max(whole, -room);
  std::vector<std::int64_t> steps = {whole};
  for (; room != 0; room /= 2)
    steps.push_back(room);
  for (const std::int64_t step : steps) {
    const std::int64_t moved = other.value + (keeps_sum ? -step : step);
    if (trials.consider(Edit{{}, {{first, one.value + step}, {second, moved}}})) return;
  }
}

}  // namespace

void lower_each(SequenceTrials& trials) {
  for (std::size_t at = 0; at < trials.elements().size() && !trials.is_over(); ++at) {
    if (distance_at(trials, at) > 0) lower(trials, at);
  }
}

void lower_equal(SequenceTrials& trials) {
  for (const bool wide : {false, true}) {
    int considered = 0;
    std::vector<ByValue> kinds;
    for (const std::vector<std::size_t>& kind : trials.kinds(wide))
      kinds.push_back(places_by_value(trials, kind));
    for (const ByValue& places : kinds) {
      for (const std::vector<std::size_t>& set : sets_of(places)) {
        if (trials.is_over() || ++considered > k_most_considered) return;
        if (set.back() < trials.elements().size()) lower_set(trials, set);
      }
    }
  }
}

void rename_values(SequenceTrials& trials) {
  int considered = 0;
  for (const std::vector<std::size_t>& kind : trials.kinds(false)) {
    const ByValue places = places_by_value(trials, kind);
    for (auto low = places.begin(); low != places.end(); ++low) {
      for (auto high = std::next(low); high != places.end(); ++high) {
        if (trials.is_over() || ++considered > k_most_considered) return;
        Edit edit;
        for (const std::size_t at : low->second)
          edit.values[at] = high->first;
        for (const std::size_t at : high->second)
          edit.values[at] = low->first;
        // The places are those of the sequence as it was, so the pass is begun again.
        if (trials.consider(edit)) return rename_values(trials);
      }
    }
  }
}

void move_pairs(SequenceTrials& trials) {
  // In a short sequence any two, in a long one those that are near.
  int considered = 0;
  const std::size_t size = trials.elements().size();
  const std::size_t reach = size <= trials.limits().pairs_up_to ? size : 4;
  for (std::size_t first = 0; first < trials.elements().size(); ++first) {
    for (std::size_t second = first + 1; second <= first + reach; ++second) {
      for (const bool keeps_sum : {true, false}) {
        if (trials.is_over() || second >= trials.elements().size()) break;
        if (distance_at(trials, first) == 0) break;
        if (!trials.is_number(first) || !trials.is_number(second)) break;
        if (++considered > k_most_considered) return;
        move_pair(trials, first, second, keeps_sum);
      }
    }
  }
}

}  // namespace arbiter::stress
