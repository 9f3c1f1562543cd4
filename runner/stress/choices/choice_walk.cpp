#include "stress/choices/choice_walk.hpp"

#include <algorithm>

namespace arbiter::stress {
namespace {

std::uint64_t gap(std::int64_t from, std::int64_t to) {
  return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
}

std::int64_t plus(std::int64_t value, std::uint64_t more) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) + more);
}

}  // namespace

std::size_t count_choices(const ChoiceSequence& sequence) {
  return static_cast<std::size_t>(std::ranges::count_if(
      sequence, [](const ChoiceEvent& event) { return event.kind == ChoiceEvent::Kind::choice; }));
}

std::int64_t count_of_values(std::int64_t least, std::int64_t most) {
  const std::uint64_t all = gap(least, most);
  return all >= INT64_MAX ? INT64_MAX : static_cast<std::int64_t>(all + 1);
}

std::int64_t value_at(std::int64_t least, std::int64_t most, std::uint64_t rank) {
  const std::int64_t simplest = simplest_choice(least, most);
  const std::uint64_t above = gap(simplest, most);
  const std::uint64_t below = gap(least, simplest);
  const std::uint64_t both = 2 * std::min({above, below, UINT64_MAX / 2});
  if (rank <= both) {
    const std::uint64_t step = (rank + 1) / 2;
    return rank % 2 == 1 ? plus(simplest, step) : plus(simplest, 0 - step);
  }
  const std::uint64_t step = rank - both / 2;
  return above > below ? plus(simplest, step) : plus(simplest, 0 - step);
}

bool ChoiceWalk::take(const ChoiceSequence& recorded) {
  std::size_t at = 0;
  bool fits = true;
  bool is_played_back = true;
  for (const ChoiceEvent& event : recorded) {
    if (event.kind != ChoiceEvent::Kind::choice) continue;
    if (at == bounds_.choices) {
      fits = false;
      break;
    }
    const Choice& choice = event.choice;
    if (at < steps_.size()) {
      const Step& step = steps_[at];
      is_played_back =
          is_played_back && step.least == choice.least && step.most == choice.most &&
          value_at(step.least, step.most, static_cast<std::uint64_t>(step.rank)) == choice.value;
    } else {
      steps_.push_back({0, choice.least, choice.most});
      is_played_back = is_played_back && choice.value == simplest_choice(choice.least, choice.most);
    }
    if (!is_played_back) break;
    ++at;
  }
  is_played_back = is_played_back && at >= steps_.size();
  if (!fits) was_cut_ = true;
  advance();
  return fits && is_played_back;
}

void ChoiceWalk::refuse() {
  // What else begins so is not known.
  was_cut_ = true;
  advance();
}

void ChoiceWalk::advance() {
  while (!steps_.empty()) {
    Step& last = steps_.back();
    const std::int64_t values = count_of_values(last.least, last.most);
    if (last.rank + 1 < std::min(values, bounds_.values)) {
      ++last.rank;
      break;
    }
    if (bounds_.values < values) was_cut_ = true;
    steps_.pop_back();
  }
  if (steps_.empty()) {
    next_.reset();
    return;
  }
  ChoiceSequence sequence;
  for (const Step& step : steps_) {
    const auto rank = static_cast<std::uint64_t>(step.rank);
    sequence.push_back({ChoiceEvent::Kind::choice,
                        {value_at(step.least, step.most, rank), step.least, step.most},
                        {}});
  }
  next_ = std::move(sequence);
}

}  // namespace arbiter::stress
