#pragma once

#include "stress/choices/choice_trials.hpp"
#include "stress/shrink/sequence_passes.hpp"

// The passes of shrink_choices() beside those for any sequence.

namespace arbiter::stress {

// Passes that make the sequence shorter.

/// Runs of neighbours that look alike, with the count that may be drawn before them.
void cut_groups(ChoiceTrials& trials);
/// As many choices after a number as it says, where no span tells what belongs together.
void cut_counted_runs(ChoiceTrials& trials);
/// Any choices in a row, however they are nested.
void cut_choices(ChoiceTrials& trials);
/// A few choices in a row, and any number before them by one.
void cut_with_any_count(ChoiceTrials& trials);
/// A span within takes the place of the span of the same name around it.
void hoist_spans(ChoiceTrials& trials);

// Passes that make values simpler.

/// Many values at once: runs of choices, and spans drawn as simply as they can be.
void simplify_runs(ChoiceTrials& trials);
void simplify_spans(ChoiceTrials& trials);
/// Neighbours that look alike get sorted.
void sort_groups(ChoiceTrials& trials);

/// All shorter sequences, those of small values first: a search that ends with the first that is
/// better.
void try_shorter_ones(ChoiceTrials& trials);

}  // namespace arbiter::stress
