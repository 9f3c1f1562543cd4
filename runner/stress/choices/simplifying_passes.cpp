#include <algorithm>

#include "stress/choices/choice_passes.hpp"

namespace arbiter::stress {
namespace {

constexpr int k_most_considered = 2000;
constexpr std::size_t k_swap_all_up_to = 8;  // items of a group; of longer ones neighbours only

/// The values of the choices in that order of items; the rest stays where it is.
Values in_order(const std::vector<Choice>& choices, const std::vector<Range>& items,
                const std::vector<std::size_t>& order) {
  const Values old = values_of(choices);
  const auto at = [&](std::size_t place) {
    return old.begin() + static_cast<std::ptrdiff_t>(place);
  };
  Values values(old.begin(), at(items.front().begin));
  for (const std::size_t place : order)
    values.insert(values.end(), at(items[place].begin), at(items[place].end));
  values.insert(values.end(), at(items.back().end), old.end());
  return values;
}

std::vector<Choice> part_of(const std::vector<Choice>& choices, const Range& range) {
  return {choices.begin() + static_cast<std::ptrdiff_t>(range.begin),
          choices.begin() + static_cast<std::ptrdiff_t>(range.end)};
}

std::vector<std::size_t> unchanged(std::size_t size) {
  std::vector<std::size_t> order(size);
  for (std::size_t i = 0; i < size; ++i)
    order[i] = i;
  return order;
}

bool sort_all(ChoiceTrials& trials, const std::vector<Range>& items) {
  std::vector<std::vector<Choice>> parts;
  for (const Range& item : items)
    parts.push_back(part_of(trials.choices(), item));
  std::vector<std::size_t> order = unchanged(items.size());
  std::ranges::stable_sort(order, [&](std::size_t one, std::size_t other) {
    return is_simpler(parts[one], parts[other]);
  });
  return trials.consider(in_order(trials.choices(), items, order));
}

/// Exchanges items until nothing is better, or `left` is used up.
void swap_items(ChoiceTrials& trials, std::size_t number, int& left) {
  for (std::size_t first = 0;; ++first) {
    for (std::size_t second = first + 1;; ++second) {
      if (number >= trials.best().groups().size()) return;
      const std::vector<Range>& items = trials.best().groups()[number].items;
      if (first + 1 >= items.size()) return;
      const bool is_far = items.size() > k_swap_all_up_to && second > first + 1;
      if (second >= items.size() || is_far) break;
      if (!is_simpler(part_of(trials.choices(), items[second]),
                      part_of(trials.choices(), items[first]))) {
        continue;
      }
      if (trials.is_over() || left-- <= 0) return;
      std::vector<std::size_t> order = unchanged(items.size());
      std::swap(order[first], order[second]);
      trials.consider(in_order(trials.choices(), items, order));
    }
  }
}

/// The values with the span drawn as simply as it can be after what was drawn before it.
std::optional<Values> with_simplest(const ChoiceTrials& trials, std::size_t number) {
  const Range range = trials.best().spans()[number].range;
  const Values old = trials.values();
  const auto at = [](const Values& values, std::size_t place) {
    return values.begin() + static_cast<std::ptrdiff_t>(place);
  };
  Values values(old.begin(), at(old, range.begin));
  const std::optional<ChoiceLayout> played = trials.played(values);
  // Up to there nothing has changed, so it is the span of the same number.
  if (played && number < played->spans().size() &&
      played->spans()[number].range.begin == range.begin) {
    const Values simple = values_of(played->choices());
    values.insert(values.end(), at(simple, range.begin),
                  at(simple, played->spans()[number].range.end));
  } else if (trials.can_play()) {
    return std::nullopt;
  } else {
    for (std::size_t i = range.begin; i < range.end; ++i)
      values.push_back(value_at(trials.choices()[i], 0));
  }
  values.insert(values.end(), at(old, range.end), old.end());
  return values;
}

}  // namespace

void simplify_spans(ChoiceTrials& trials) {
  int considered = 0;
  for (std::size_t number = 1; number < trials.best().spans().size(); ++number) {
    const Range range = trials.best().spans()[number].range;
    if (range.begin == range.end) continue;
    if (trials.is_over() || ++considered > k_most_considered) return;
    if (const auto values = with_simplest(trials, number)) trials.consider(*values);
  }
}

void simplify_runs(ChoiceTrials& trials) {
  for (std::size_t size = trials.size(); size > 1; size = std::min(size, trials.size() + 1) / 2) {
    for (std::size_t begin = 0; begin < trials.size() && !trials.is_over(); begin += size) {
      Values values = trials.values();
      const std::size_t end = std::min(values.size(), begin + size);
      for (std::size_t i = begin; i < end; ++i)
        values[i] = value_at(trials.choices()[i], 0);
      trials.consider(values);
    }
  }
}

void sort_groups(ChoiceTrials& trials) {
  int left = k_most_considered;
  for (std::size_t number = 0; number < trials.best().groups().size(); ++number) {
    if (trials.is_over() || left <= 0) return;
    const std::vector<Range> items = trials.best().groups()[number].items;
    if (items.size() > 1 && !sort_all(trials, items)) swap_items(trials, number, left);
  }
}

}  // namespace arbiter::stress
