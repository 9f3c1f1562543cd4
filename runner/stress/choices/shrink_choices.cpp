#include "stress/choices/shrink_choices.hpp"

#include <array>
#include <utility>

#include "stress/choices/choice_passes.hpp"
#include "stress/choices/choice_trials.hpp"

namespace arbiter::stress {
namespace {

using Pass = void (*)(ChoiceTrials&);

/// What makes the input shorter fast comes first, so that the rest deals with few choices.
constexpr std::array<Pass, 13> k_passes = {
    cut_groups,    simplify_spans, cut_choices, hoist_spans,        cut_counted_runs,
    simplify_runs, lower_each,     lower_equal, cut_with_any_count, sort_groups,
    rename_values, move_pairs,     lower_each,
};

constexpr std::array<Pass, 3> k_searches = {cut_several, cut_and_change, try_shorter_ones};

/// Whether something was better.
bool pass_all(ChoiceTrials& trials) {
  const std::int64_t steps = trials.steps();
  for (const Pass pass : k_passes)
    pass(trials);
  return trials.steps() > steps;
}

bool search(ChoiceTrials& trials) {
  const std::int64_t steps = trials.steps();
  for (const Pass pass : k_searches) {
    pass(trials);
    if (trials.steps() > steps) return true;
  }
  return false;
}

}  // namespace

ShrunkChoices shrink_choices(ChoiceSequence start, const TryChoices& try_choices,
                             const ShrinkControl& control) {
  ChoiceTrials trials(std::move(start), try_choices, control);
  while (!trials.is_over()) {
    if (!pass_all(trials) && !search(trials)) break;
  }
  return {trials.best().sequence(), trials.attempts(), !trials.is_over()};
}

}  // namespace arbiter::stress
