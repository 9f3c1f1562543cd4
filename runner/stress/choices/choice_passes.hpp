#pragma once

#include "stress/choices/choice_trials.hpp"

// The passes of shrink_choices(). Each considers candidates made from the best sequence, goes on
// from what is better, and ends when it has nothing more to consider or it is over.

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
/// One value after the other.
void lower_each(ChoiceTrials& trials);
/// All values that are equal, or not below a number; two values that change names.
void lower_equal(ChoiceTrials& trials);
void rename_values(ChoiceTrials& trials);
/// Neighbours that look alike get sorted.
void sort_groups(ChoiceTrials& trials);
/// Two values: one falls and the other grows, or both fall by as much.
void move_pairs(ChoiceTrials& trials);

// Searches for what the others cannot reach in single steps. Each considers a few thousand
// candidates at most, and ends with the first that is better.

/// Two or three cuts at a time, at any places.
void cut_several(ChoiceTrials& trials);
/// A cut, and another value for one of the choices that are left.
void cut_and_change(ChoiceTrials& trials);
/// All shorter sequences, those of small values first.
void try_shorter_ones(ChoiceTrials& trials);

}  // namespace arbiter::stress
