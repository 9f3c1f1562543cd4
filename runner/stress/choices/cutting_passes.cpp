#include <algorithm>

#include "stress/choices/choice_families.hpp"
#include "stress/choices/choice_passes.hpp"

namespace arbiter::stress {
namespace {

constexpr std::size_t k_any_count_up_to = 48;
constexpr int k_most_considered = 1500;

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
    const std::int64_t value = trials.choices()[counter].value;
    const std::size_t room = (trials.size() - counter - 1) / stride;
    if (value < 1 || static_cast<std::uint64_t>(value) > room) return {};
    Family run = run_of(counter + 1, static_cast<std::size_t>(value), stride);
    run.counter = counter;
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
        if (trials.is_over() || ++considered > k_most_considered) return;
        end = std::min(end, trials.size());
        if (end <= counter + width || trials.choices()[counter].value <= 0) break;
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
      if (trials.is_over() || ++considered > k_most_considered) return;
      const Cut cut = {
          {{around.range.begin, within.range.begin}, {within.range.end, around.range.end}}};
      // Its own spans are looked at anew.
      if (trials.consider(Edit{{&cut}})) inner = outer;
      if (outer >= trials.best().spans().size()) return;
    }
  }
}

}  // namespace arbiter::stress
