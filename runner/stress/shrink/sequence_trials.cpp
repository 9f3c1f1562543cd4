#include "stress/shrink/sequence_trials.hpp"

#include <algorithm>

namespace arbiter::stress {

Cut cut_of(const Family& family, std::size_t first, std::size_t count) {
  Cut cut = {{}, family.counter, static_cast<std::int64_t>(count)};
  for (std::size_t unit = first; unit < first + count; ++unit)
    cut.ranges.insert(cut.ranges.end(), family.units[unit].begin(), family.units[unit].end());
  return cut;
}

std::optional<Edited> SequenceTrials::edited(const Edit& edit) const {
  Edited made = {values(), std::vector<bool>(size(), false)};
  const auto at = [&](std::size_t place) {
    return made.is_cut.begin() + static_cast<std::ptrdiff_t>(place);
  };
  const auto is_touched = [&](const Range& range) {
    return std::find(at(range.begin), at(range.end), true) != at(range.end);
  };
  for (const auto& [element, value] : edit.values)
    made.values[element] = value;
  for (const Cut* cut : edit.cuts) {
    const auto& ranges = cut->ranges;
    if (!limits_.cuts_may_cross && std::ranges::any_of(ranges, is_touched)) {
      return std::nullopt;
    }
    for (const Range& range : ranges)
      std::fill(at(range.begin), at(range.end), true);
  }
  for (const Cut* cut : edit.cuts) {
    if (!cut->counter) continue;
    std::int64_t& count = made.values[*cut->counter];
    count -= cut->amount;
    const std::int64_t least = std::max<std::int64_t>(0, elements()[*cut->counter].least);
    if (count < least || is_touched(place_of(*cut->counter))) return std::nullopt;
  }
  return made;
}

bool SequenceTrials::consider(const Edit& edit) {
  const std::optional<Edited> candidate = edited(edit);
  return candidate && consider(*candidate);
}

bool SequenceTrials::is_over() {
  if (!is_over_ && asks_to_stop_) is_over_ = asks_to_stop_();
  return is_over_;
}

}  // namespace arbiter::stress
