#include "stress/shrink/sequence_passes.hpp"

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

}  // namespace arbiter::stress
