#include "stress/choices/shrink_choices.hpp"

#include <utility>

#include "stress/choices/choice_passes.hpp"

namespace arbiter::stress {

ShrunkChoices shrink_choices(ChoiceSequence start, const TryChoices& try_choices,
                             const ShrinkControl& control) {
  ChoiceTrials trials(std::move(start), try_choices, control);
  // What makes the input shorter fast comes first, so that the rest deals with few choices.
  shrink<ChoiceTrials>(trials,
                       {cut_groups, simplify_spans, cut_choices, hoist_spans, cut_counted_runs,
                        simplify_runs, lower_each, lower_equal, cut_with_any_count, sort_groups,
                        rename_values, move_pairs, lower_each},
                       {cut_several, cut_and_change, try_shorter_ones});
  return {trials.best().sequence(), trials.attempts(), !trials.is_over()};
}

}  // namespace arbiter::stress
