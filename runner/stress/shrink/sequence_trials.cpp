#include "stress/shrink/sequence_trials.hpp"

namespace arbiter::stress {
namespace {

bool is_below(const Choice& choice) {
  return choice.value < simplest_choice(choice.least, choice.most);
}

bool goes_down(const Choice& choice) {
  const std::int64_t simplest = simplest_choice(choice.least, choice.most);
  return choice.value == simplest ? simplest == choice.most : is_below(choice);
}

}  // namespace

std::uint64_t gap(std::int64_t from, std::int64_t to) {
  return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
}

std::int64_t plus(std::int64_t value, std::uint64_t more) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) + more);
}

std::uint64_t distance(const Choice& choice) {
  const std::int64_t simplest = simplest_choice(choice.least, choice.most);
  return is_below(choice) ? gap(choice.value, simplest) : gap(simplest, choice.value);
}

std::int64_t value_at(const Choice& choice, std::uint64_t distance) {
  const auto simplest = static_cast<std::uint64_t>(simplest_choice(choice.least, choice.most));
  return static_cast<std::int64_t>(goes_down(choice) ? simplest - distance : simplest + distance);
}

std::uint64_t farthest(const Choice& choice) {
  const std::int64_t simplest = simplest_choice(choice.least, choice.most);
  return goes_down(choice) ? gap(choice.least, simplest) : gap(simplest, choice.most);
}

std::vector<Choice> choices_of(const ChoiceSequence& sequence) {
  std::vector<Choice> choices;
  choices.reserve(sequence.size());
  for (const ChoiceEvent& event : sequence) {
    if (event.kind == ChoiceEvent::Kind::choice) choices.push_back(event.choice);
  }
  return choices;
}

Values values_of(const std::vector<Choice>& choices) {
  Values values;
  values.reserve(choices.size());
  for (const Choice& choice : choices)
    values.push_back(choice.value);
  return values;
}

bool is_simpler(const std::vector<Choice>& one, const std::vector<Choice>& other) {
  if (one.size() != other.size()) return one.size() < other.size();
  for (std::size_t i = 0; i < one.size(); ++i) {
    const std::uint64_t here = distance(one[i]);
    const std::uint64_t there = distance(other[i]);
    if (here != there) return here < there;
    if (is_below(one[i]) != is_below(other[i])) return is_below(other[i]);
  }
  return false;
}

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
