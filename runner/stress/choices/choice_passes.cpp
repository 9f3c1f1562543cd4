#include "stress/choices/choice_passes.hpp"

#include <algorithm>
#include <deque>
#include <numeric>

namespace arbiter::stress {
namespace {

constexpr std::size_t k_any_count_up_to = 48;
constexpr int k_most_cuts = 1500;

/// The group of that number, if it still begins where it did.
FindFamily group_found_again(const ChoiceTrials& trials, std::size_t number, const CutWay& way) {
  const std::size_t begin = trials.best().groups()[number].begin();
  return [&trials, begin, number, way]() -> Family {
    const std::vector<ChoiceGroup>& groups = trials.best().groups();
    if (number >= groups.size() || groups[number].begin() != begin) return {};
    return family_of(trials.best(), groups[number], way);
  };
}

/// The choices from `begin` on, `stride` of them a unit.
Family run_of(std::size_t begin, std::size_t units, std::size_t stride) {
  Family run;
  for (std::size_t unit = 0; unit < units; ++unit)
    run.units.push_back({{begin + unit * stride, begin + (unit + 1) * stride}});
  return run;
}

/// The choices after `counter`, as many records of `stride` as it says.
FindFamily counted_run(const ChoiceTrials& trials, std::size_t counter, std::size_t stride) {
  return [&trials, counter, stride]() -> Family {
    if (counter >= trials.size()) return {};
    const std::int64_t value = trials.elements()[counter].value;
    const std::size_t room = (trials.size() - counter - 1) / stride;
    if (value < 1 || static_cast<std::uint64_t>(value) > room) return {};
    Family run = run_of(counter + 1, static_cast<std::size_t>(value), stride);
    run.counter = counter;
    return run;
  };
}

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
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

bool sort_all(ChoiceTrials& trials, const std::vector<Range>& items) {
  std::vector<std::vector<Choice>> parts;
  for (const Range& item : items)
    parts.push_back(part_of(trials.elements(), item));
  std::vector<std::size_t> order = unchanged(items.size());
  std::ranges::stable_sort(order, [&](std::size_t one, std::size_t other) {
    return is_simpler(parts[one], parts[other]);
  });
  return trials.consider(in_order(trials.elements(), items, order));
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
      if (!is_simpler(part_of(trials.elements(), items[second]),
                      part_of(trials.elements(), items[first]))) {
        continue;
      }
      if (trials.is_over() || left-- <= 0) return;
      std::vector<std::size_t> order = unchanged(items.size());
      std::swap(order[first], order[second]);
      trials.consider(in_order(trials.elements(), items, order));
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
      values.push_back(value_at(trials.elements()[i], 0));
  }
  values.insert(values.end(), at(old, range.end), old.end());
  return values;
}

constexpr int k_most_played = 12000;
constexpr std::size_t k_most_waiting = 60000;

/// Sequences from the simplest one on, those first whose values lie least far from their simplest
/// in all. Each is given by its values up to the last that is not the simplest.
class ShorterOnes {
 public:
  explicit ShorterOnes(ChoiceTrials& trials) : trials_(trials) { wait(0, {}); }

  void search() {
    while (left_ > 0 && played_ < k_most_played && !trials_.is_over()) {
      while (level_ < waiting_.size() && waiting_[level_].empty())
        ++level_;
      if (level_ == waiting_.size()) return;
      const Values values = std::move(waiting_[level_].front());
      waiting_[level_].pop_front();
      if (take(values)) return;
    }
  }

 private:
  static constexpr std::size_t k_levels = 40;

  /// Whether it was better.
  bool take(const Values& values) {
    ++played_;
    if (!trials_.can_play()) {
      --left_;
      if (trials_.consider(values)) return true;
      wait_for_next(supposed(values), values.size());
      return false;
    }
    const std::optional<ChoiceLayout> played = trials_.played(values);
    if (!played) return false;
    if (played->choices().size() < trials_.size()) {
      --left_;
      if (trials_.consider_made(played->sequence())) return true;
    }
    wait_for_next(played->choices(), values.size());
    return false;
  }

  /// Where nothing can be learnt: the bounds that there were.
  std::vector<Choice> supposed(const Values& values) const {
    std::vector<Choice> choices = trials_.elements();
    for (std::size_t i = 0; i < choices.size(); ++i)
      choices[i].value = i < values.size() ? values[i] : value_at(choices[i], 0);
    return choices;
  }

  /// What differs in one choice after the last that is not the simplest, or has that one farther.
  void wait_for_next(const std::vector<Choice>& choices, std::size_t size) {
    Values values = values_of(choices);
    // What has that many choices in common with a sequence of more is longer as well.
    const std::size_t end = std::min(choices.size(), trials_.size() - 1);
    for (std::size_t at = size > 0 ? size - 1 : 0; at < end; ++at) {
      const std::uint64_t next = distance(choices[at]) + 1;
      if (next > farthest(choices[at])) continue;
      Values longer(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at));
      longer.push_back(value_at(choices[at], next));
      wait(level_ + 1, std::move(longer));
    }
  }

  void wait(std::size_t level, Values values) {
    if (level >= k_levels || count_ >= k_most_waiting) return;
    if (waiting_.size() <= level) waiting_.resize(level + 1);
    waiting_[level].push_back(std::move(values));
    ++count_;
  }

  ChoiceTrials& trials_;
  std::vector<std::deque<Values>> waiting_;  // by the sum of the distances
  std::size_t level_ = 0;
  std::size_t count_ = 0;
  int left_ = k_most_considered;
  int played_ = 0;
};

}  // namespace

void cut_groups(ChoiceTrials& trials) {
  for (std::size_t number = 0; number < trials.best().groups().size(); ++number) {
    const std::vector<CutWay> ways = ways_of(trials.best(), trials.best().groups()[number]);
    for (const CutWay& way : ways) {
      if (trials.is_over()) return;
      if (number >= trials.best().groups().size()) return;
      cut_units(trials, group_found_again(trials, number, way));
    }
  }
}

void cut_counted_runs(ChoiceTrials& trials) {
  if (trials.size() > trials.limits().windows_up_to) return;
  for (std::size_t counter = 0; counter < trials.size() && !trials.is_over(); ++counter) {
    for (const std::size_t stride : {1U, 2U, 3U})
      cut_units(trials, counted_run(trials, counter, stride));
  }
}

void cut_choices(ChoiceTrials& trials) {
  cut_units(trials, [&] { return run_of(0, trials.size(), 1); });
  cut_windows(trials);
}

void cut_with_any_count(ChoiceTrials& trials) {
  if (trials.size() > k_any_count_up_to) return;
  int considered = 0;
  for (std::size_t width = 1; width <= 4; ++width) {
    for (std::size_t counter = 0; counter < trials.size(); ++counter) {
      for (std::size_t end = trials.size(); end > counter + width; --end) {
        if (trials.is_over() || ++considered > k_most_cuts) return;
        end = std::min(end, trials.size());
        if (end <= counter + width || trials.elements()[counter].value <= 0) break;
        const Cut cut = {{{end - width, end}}, counter, 1};
        trials.consider(Edit{{&cut}});
      }
    }
  }
}

void hoist_spans(ChoiceTrials& trials) {
  int considered = 0;
  for (std::size_t outer = 1; outer < trials.best().spans().size(); ++outer) {
    for (std::size_t inner = outer + 1; inner < trials.best().spans().size(); ++inner) {
      const ChoiceSpan& around = trials.best().spans()[outer];
      const ChoiceSpan& within = trials.best().spans()[inner];
      if (within.range.begin >= around.range.end || within.range.end > around.range.end) break;
      if (within.name != around.name || within.range == around.range) continue;
      if (trials.is_over() || ++considered > k_most_cuts) return;
      const Cut cut = {
          {{around.range.begin, within.range.begin}, {within.range.end, around.range.end}}};
      // Its own spans are looked at anew.
      if (trials.consider(Edit{{&cut}})) inner = outer;
      if (outer >= trials.best().spans().size()) return;
    }
  }
}

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
        values[i] = value_at(trials.elements()[i], 0);
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

void try_shorter_ones(ChoiceTrials& trials) {
  if (trials.size() <= trials.limits().search_up_to && trials.size() > 0)
    ShorterOnes(trials).search();
}

}  // namespace arbiter::stress
