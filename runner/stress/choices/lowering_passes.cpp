#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

#include "stress/choices/choice_passes.hpp"

namespace arbiter::stress {
namespace {

constexpr int k_most_considered = 2000;
/// Up to here each smaller value is tried, as what fails need not fail for all between.
constexpr std::uint64_t k_try_each_up_to = 8;
/// Of letters and the like all from one on may fall together; more values than that are numbers.
constexpr std::size_t k_most_letters = 64;

std::uint64_t distance_at(const ChoiceTrials& trials, std::size_t at) {
  return at < trials.size() ? distance(trials.choices()[at]) : 0;
}

bool consider_distance(ChoiceTrials& trials, std::size_t at, std::uint64_t distance) {
  Values values = trials.values();
  values[at] = value_at(trials.choices()[at], distance);
  return trials.consider(values);
}

void lower_by_halving(ChoiceTrials& trials, std::size_t at) {
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

void lower(ChoiceTrials& trials, std::size_t at) {
  if (distance_at(trials, at) == 0 || consider_distance(trials, at, 0)) return;
  const Choice& choice = trials.choices()[at];
  if (choice.value < 0 && choice.value != INT64_MIN && -choice.value <= choice.most) {
    Values values = trials.values();
    values[at] = -values[at];
    if (trials.consider(values)) return lower(trials, at);
  }
  if (distance_at(trials, at) > k_try_each_up_to) lower_by_halving(trials, at);
  const std::uint64_t most = distance_at(trials, at);
  const std::uint64_t few = std::min(most, k_try_each_up_to);
  // The least ones, then those right below.
  for (std::uint64_t i = 1; i < few; ++i) {
    if (consider_distance(trials, at, i)) return;
  }
  for (std::uint64_t i = 1; i < few && few < most; ++i) {
    if (consider_distance(trials, at, most - i)) return;
  }
}

/// Choices that may mean the same: of the same bounds, or, if `any_bounds`, all.
using Kind = std::tuple<std::int64_t, std::int64_t>;
using ByKind = std::map<Kind, std::map<std::int64_t, std::vector<std::size_t>>>;

ByKind places_by_kind(const std::vector<Choice>& choices, bool any_bounds) {
  ByKind places;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const Choice& choice = choices[i];
    if (choice.least == choice.most) continue;
    const Kind kind = any_bounds ? Kind(0, 0) : Kind(choice.least, choice.most);
    places[kind][choice.value].push_back(i);
  }
  return places;
}

/// The values with those at `places` so much nearer to their simplest ones.
Values nearer_by(const ChoiceTrials& trials, const std::vector<std::size_t>& places,
                 std::uint64_t amount) {
  Values values = trials.values();
  for (const std::size_t at : places) {
    const std::uint64_t now = distance(trials.choices()[at]);
    values[at] = value_at(trials.choices()[at], now - std::min(amount, now));
  }
  return values;
}

/// What can be tried of one kind: each set of places that may fall together.
std::set<std::vector<std::size_t>> sets_of(const ByKind::mapped_type& places) {
  std::set<std::vector<std::size_t>> sets;
  std::vector<std::size_t> from_here;
  for (auto each = places.rbegin(); each != places.rend(); ++each) {
    if (each->second.size() > 1) sets.insert(each->second);
    if (places.size() > k_most_letters) continue;
    from_here.insert(from_here.end(), each->second.begin(), each->second.end());
    std::sort(from_here.begin(), from_here.end());
    if (from_here.size() > 1) sets.insert(from_here);
  }
  return sets;
}

void lower_set(ChoiceTrials& trials, const std::vector<std::size_t>& places) {
  const std::int64_t steps = trials.steps();
  std::uint64_t least = UINT64_MAX;
  for (const std::size_t at : places)
    least = std::min(least, distance(trials.choices()[at]));
  for (std::uint64_t amount = least; amount > 0 && trials.steps() == steps; amount /= 2)
    trials.consider(nearer_by(trials, places, amount));
}

/// Moves one value nearer to its simplest, and the other one by as much in the same direction or
/// the other one, so that their difference or their sum stays.
void move_pair(ChoiceTrials& trials, std::size_t first, std::size_t second, bool keeps_sum) {
  constexpr std::int64_t k_far = INT64_MAX / 4;
  const Choice one = trials.choices()[first];
  const Choice other = trials.choices()[second];
  const auto is_far = [](std::int64_t value) { return value > k_far || value < -k_far; };
  if (is_far(one.value) || is_far(other.value)) return;
  const std::int64_t whole = value_at(one, 0) - one.value;
  if (is_far(whole)) return;
  // As far as the first can go, or the second, and ever less.
  std::int64_t room = keeps_sum ? (whole > 0 ? other.value - other.least : other.most - other.value)
                                : std::abs(value_at(other, 0) - other.value);
  room = whole > 0 ? std::min(whole, room) : std::max(whole, -room);
  std::vector<std::int64_t> steps = {whole};
  for (; room != 0; room /= 2)
    steps.push_back(room);
  for (const std::int64_t step : steps) {
    Values values = trials.values();
    values[first] += step;
    values[second] += keeps_sum ? -step : step;
    if (trials.consider(values)) return;
  }
}

}  // namespace

void lower_each(ChoiceTrials& trials) {
  for (std::size_t at = 0; at < trials.size() && !trials.is_over(); ++at) {
    if (distance_at(trials, at) > 0) lower(trials, at);
  }
}

void lower_equal(ChoiceTrials& trials) {
  for (const bool any_bounds : {false, true}) {
    int considered = 0;
    const ByKind kinds = places_by_kind(trials.choices(), any_bounds);
    for (const auto& [kind, places] : kinds) {
      for (const std::vector<std::size_t>& set : sets_of(places)) {
        if (trials.is_over() || ++considered > k_most_considered) return;
        if (set.back() < trials.size()) lower_set(trials, set);
      }
    }
  }
}

void rename_values(ChoiceTrials& trials) {
  int considered = 0;
  const ByKind kinds = places_by_kind(trials.choices(), false);
  for (const auto& [kind, places] : kinds) {
    for (auto low = places.begin(); low != places.end(); ++low) {
      for (auto high = std::next(low); high != places.end(); ++high) {
        if (trials.is_over() || ++considered > k_most_considered) return;
        Values values = trials.values();
        if (std::max(low->second.back(), high->second.back()) >= values.size()) return;
        for (const std::size_t at : low->second)
          values[at] = high->first;
        for (const std::size_t at : high->second)
          values[at] = low->first;
        // The places are those of the sequence as it was, so the pass is begun again.
        if (trials.consider(values)) return rename_values(trials);
      }
    }
  }
}

void move_pairs(ChoiceTrials& trials) {
  // In a short sequence any two, in a long one those that are near.
  int considered = 0;
  const std::size_t reach = trials.size() <= 40 ? trials.size() : 4;
  for (std::size_t first = 0; first < trials.size(); ++first) {
    for (std::size_t second = first + 1; second <= first + reach; ++second) {
      for (const bool keeps_sum : {true, false}) {
        if (trials.is_over() || second >= trials.size()) break;
        if (distance_at(trials, first) == 0) break;
        if (++considered > k_most_considered) return;
        move_pair(trials, first, second, keeps_sum);
      }
    }
  }
}

}  // namespace arbiter::stress
