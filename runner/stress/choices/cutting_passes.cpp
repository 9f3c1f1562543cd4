#include <algorithm>
#include <functional>

#include "stress/choices/choice_cuts.hpp"
#include "stress/choices/choice_passes.hpp"

namespace arbiter::stress {
namespace {

constexpr std::size_t k_windows_up_to = 300;  // choices, for passes that look at each place
constexpr std::size_t k_any_count_up_to = 48;
constexpr int k_most_considered = 1500;

/// Finds what is cut anew, after the sequence has changed.
using Find = std::function<std::optional<Cuttable>(const ChoiceLayout&)>;

bool consider_cut(ChoiceTrials& trials, const ChoiceCut& cut) {
  const std::optional<Values> values = without(trials.choices(), {&cut});
  return values && trials.consider(*values);
}

/// All units at once, then halves, and so on to single ones, from the back.
void cut_units(ChoiceTrials& trials, const Find& find) {
  std::optional<Cuttable> what = find(trials.best());
  std::size_t units = what ? units_of(trials.best(), *what) : 0;
  for (std::size_t size = units; size > 0; size = std::min(size, units + 1) / 2) {
    std::size_t end = units;
    while (end > 0 && !trials.is_over()) {
      const std::size_t begin = end > size ? end - size : 0;
      if (consider_cut(trials, cut_of(trials.best(), *what, begin, end - begin))) {
        what = find(trials.best());
        if (!what) return;
        units = units_of(trials.best(), *what);
      }
      end = std::min(begin, units);
    }
  }
}

/// The group of that number, if it still begins where it did.
Find group_found_again(const ChoiceLayout& layout, std::size_t number, const CutWay& way) {
  const std::size_t begin = layout.groups()[number].begin();
  return [=](const ChoiceLayout& now) -> std::optional<Cuttable> {
    if (number >= now.groups().size() || now.groups()[number].begin() != begin) return std::nullopt;
    return Cuttable{now.groups()[number], way};
  };
}

/// The bare choices after `counter`, as many records of `stride` as it says.
Find counted_run(std::size_t counter, std::size_t stride) {
  return [=](const ChoiceLayout& now) -> std::optional<Cuttable> {
    const std::size_t size = now.choices().size();
    if (counter >= size) return std::nullopt;
    const std::int64_t value = now.choices()[counter].value;
    const std::size_t room = (size - counter - 1) / stride;
    if (value < 1 || static_cast<std::uint64_t>(value) > room) return std::nullopt;
    Cuttable run = {{}, {CutWay::Kind::runs, counter, stride}};
    for (std::size_t i = 0; i < static_cast<std::size_t>(value) * stride; ++i)
      run.group.items.push_back({counter + 1 + i, counter + 2 + i});
    return run;
  };
}

}  // namespace

void cut_groups(ChoiceTrials& trials) {
  for (std::size_t number = 0; number < trials.best().groups().size(); ++number) {
    const std::vector<CutWay> ways = ways_of(trials.best(), trials.best().groups()[number]);
    for (const CutWay& way : ways) {
      if (trials.is_over()) return;
      if (number >= trials.best().groups().size()) return;
      cut_units(trials, group_found_again(trials.best(), number, way));
    }
  }
}

void cut_counted_runs(ChoiceTrials& trials) {
  if (trials.size() > k_windows_up_to) return;
  for (std::size_t counter = 0; counter < trials.size() && !trials.is_over(); ++counter) {
    for (const std::size_t stride : {1U, 2U, 3U})
      cut_units(trials, counted_run(counter, stride));
  }
}

void cut_choices(ChoiceTrials& trials) {
  cut_units(trials, [](const ChoiceLayout& now) -> std::optional<Cuttable> {
    Cuttable all;
    for (std::size_t i = 0; i < now.choices().size(); ++i)
      all.group.items.push_back({i, i + 1});
    return all;
  });
  if (trials.size() > k_windows_up_to) return;
  for (const std::size_t width : {8U, 5U, 4U, 3U, 2U}) {
    for (std::size_t end = trials.size(); end >= width && !trials.is_over(); --end) {
      // What is cut before the end leaves the places before it as they were.
      end = std::min(end, trials.size());
      if (end >= width) consider_cut(trials, {{{end - width, end}}});
    }
  }
}

void cut_with_any_count(ChoiceTrials& trials) {
  if (trials.size() > k_any_count_up_to) return;
  int considered = 0;
  for (std::size_t width = 1; width <= 4; ++width) {
    for (std::size_t counter = 0; counter < trials.size(); ++counter) {
      for (std::size_t end = trials.size(); end > counter + width; --end) {
        if (trials.is_over() || ++considered > k_most_considered) return;
        end = std::min(end, trials.size());
        if (end <= counter + width || trials.choices()[counter].value <= 0) break;
        consider_cut(trials, {{{end - width, end}}, counter, 1});
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
      if (trials.is_over() || ++considered > k_most_considered) return;
      const ChoiceCut cut = {
          {{around.range.begin, within.range.begin}, {within.range.end, around.range.end}}};
      // Its own spans are looked at anew.
      if (consider_cut(trials, cut)) inner = outer;
      if (outer >= trials.best().spans().size()) return;
    }
  }
}

}  // namespace arbiter::stress
