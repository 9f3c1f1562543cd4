#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "stress/shrink/sequence_trials.hpp"

// Passes that make any sequence smaller. Each considers candidates made from the best sequence,
// goes on from what is better, and ends when it has nothing more to consider or it is over.

namespace arbiter::stress {

/// Finds a family in the best sequence, anew each time the sequence has changed; one without units
/// if it is gone.
using FindFamily = std::function<Family()>;

/// All units of a family at once, then halves, and so on to single ones, from the back.
void cut_units(SequenceTrials& trials, const FindFamily& find);
/// A few places in a row of a short sequence, whatever they mean.
void cut_windows(SequenceTrials& trials);

/// One value after the other.
void lower_each(SequenceTrials& trials);
/// All values of a kind that are equal, or not below one; two values that change names.
void lower_equal(SequenceTrials& trials);
void rename_values(SequenceTrials& trials);
/// Two numbers: one falls and the other grows, or both fall by as much.
void move_pairs(SequenceTrials& trials);

// Searches for what the others cannot reach in single steps. Each considers a few thousand
// candidates at most, and ends with the first that is better.

/// Two or three cuts at a time, at any places.
void cut_several(SequenceTrials& trials);
/// A cut, and another value for one of the elements that are left.
void cut_and_change(SequenceTrials& trials);

template <class Trials>
using Passes = std::vector<std::function<void(Trials&)>>;

/// Runs all passes again and again; when none of them finds anything better, the searches up to the
/// first that does; and ends when they do not either.
template <class Trials>
void shrink(Trials& trials, const Passes<Trials>& passes, const Passes<Trials>& searches) {
  const auto is_better_after = [&trials](const auto& pass) {
    const std::int64_t steps = trials.steps();
    pass(trials);
    return trials.steps() > steps;
  };
  while (!trials.is_over()) {
    if (std::ranges::count_if(passes, is_better_after) > 0) continue;
    if (std::ranges::none_of(searches, is_better_after)) return;
  }
}

}  // namespace arbiter::stress
