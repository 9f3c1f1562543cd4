#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "stress/shrink/sequence_trials.hpp"

namespace arbiter::stress {
namespace {

constexpr std::size_t k_most_cuts = 120;
constexpr int k_most_considered = 2000;

/// Single units of all families. Where it can be learnt, only those that leave a shorter sequence:
/// two cuts of which one leaves as many places have seldom a meaning.
std::vector<Cut> single_cuts(const SequenceTrials& trials) {
  std::vector<Cut> cuts;
  std::set<Fingerprint> known;
  for (const Family& family : trials.families()) {
    for (std::size_t unit = 0; unit < family.units.size() && cuts.size() < k_most_cuts; ++unit) {
      Cut cut = cut_of(family, unit, 1);
      const std::optional<Edited> edited = trials.edited({{&cut}});
      if (!edited || !known.insert(trials.print_of(*edited)).second) continue;
      if (trials.can_be_shorter(*edited)) cuts.push_back(std::move(cut));
    }
  }
  return cuts;
}

bool is_touched(const SequenceTrials& trials, const Cut& cut, std::size_t element) {
  const Range place = trials.place_of(element);
  return cut.counter == element || std::ranges::any_of(cut.ranges, [&](const Range& range) {
           return range.begin < place.end && place.begin < range.end;
         });
}

/// Values that an element can have instead: near the simplest and near the one it has.
std::vector<std::int64_t> other_values(const Choice& choice) {
  std::vector<std::int64_t> values;
  const std::uint64_t now = distance(choice);
  const std::uint64_t most = farthest(choice);
  for (const std::uint64_t far :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, now - 1, now + 1}) {
    // Below zero it wraps around, to what is beyond the farthest.
    if (far > most || far == now) continue;
    const std::int64_t value = value_at(choice, far);
    if (std::ranges::find(values, value) == values.end()) values.push_back(value);
  }
  return values;
}

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

void cut_units(SequenceTrials& trials, const FindFamily& find) {
  Family family = find();
  std::size_t units = family.units.size();
  for (std::size_t size = units; size > 0; size = std::min(size, units + 1) / 2) {
    std::size_t end = units;
    while (end > 0 && !trials.is_over()) {
      const std::size_t begin = end > size ? end - size : 0;
      const Cut cut = cut_of(family, begin, end - begin);
      if (trials.consider(Edit{{&cut}})) {
        family = find();
        units = family.units.size();
      }
      end = std::min(begin, units);
    }
  }
}

void cut_windows(SequenceTrials& trials) {
  if (trials.size() > trials.limits().windows_up_to) return;
  for (const std::size_t width : {8U, 5U, 4U, 3U, 2U, 1U}) {
    for (std::size_t end = trials.size(); end >= width && !trials.is_over(); --end) {
      // What is cut before the end leaves the places before it as they were.
      end = std::min(end, trials.size());
      if (end < width) break;
      const Cut cut = {{{end - width, end}}};
      trials.consider(Edit{{&cut}});
    }
  }
}

void cut_several(SequenceTrials& trials) {
  if (trials.size() > trials.limits().search_up_to) return;
  const std::vector<Cut> cuts = single_cuts(trials);
  int left = k_most_considered;
  const auto consider = [&](const std::vector<const Cut*>& some) {
    const std::optional<Edited> edited = trials.edited({some});
    if (edited) --left;
    return edited && trials.consider(*edited);
  };
  for (std::size_t i = 0; i < cuts.size() && left > 0; ++i) {
    for (std::size_t j = i + 1; j < cuts.size() && left > 0 && !trials.is_over(); ++j) {
      if (consider({&cuts[i], &cuts[j]})) return;
    }
  }
  left = k_most_considered / 2;
  for (std::size_t i = 0; i < cuts.size() && left > 0; ++i) {
    for (std::size_t j = i + 1; j < cuts.size() && left > 0; ++j) {
      for (std::size_t k = j + 1; k < cuts.size() && left > 0 && !trials.is_over(); ++k) {
        if (consider({&cuts[i], &cuts[j], &cuts[k]})) return;
      }
    }
  }
}

void cut_and_change(SequenceTrials& trials) {
  if (trials.size() > trials.limits().search_up_to) return;
  int left = k_most_considered;
  for (const Cut& cut : single_cuts(trials)) {
    for (std::size_t at = 0; at < trials.elements().size(); ++at) {
      if (is_touched(trials, cut, at)) continue;
      for (const std::int64_t value : other_values(trials.elements()[at])) {
        if (trials.is_over() || left-- <= 0) return;
        if (trials.consider(Edit{{&cut}, {{at, value}}})) return;
      }
    }
  }
}

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
