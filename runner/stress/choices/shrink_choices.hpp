#pragma once

#include <arbiter/choice_sequence.hpp>
#include <functional>
#include <optional>

#include "stress/shrink/sequence_trials.hpp"

namespace arbiter::stress {

/// What became of a candidate: the sequence that the generator really made of it, recorded while
/// the candidate was played back, if the submission still fails in the same way on the input.
using TryChoices = std::function<std::optional<ChoiceSequence>(const ChoiceSequence& candidate)>;

struct ShrinkControl {
  /// Whether to stop, as the time is up or the user wants to; asked before each attempt.
  std::function<bool()> is_over = {};
  /// Told of each sequence that is smaller than all before.
  std::function<void(const ChoiceSequence& best)> on_better = {};
  /// What the generator makes of a candidate, without running anything on it; none: the input is
  /// no valid one. May be empty. With it no attempt is spent on what cannot be smaller or was tried
  /// before under another form, and the search at the end knows which values there are.
  std::function<std::optional<ChoiceSequence>(const ChoiceSequence& candidate)> play = {};
};

using ShrunkChoices = Shrunk<ChoiceSequence>;

/// Makes a recorded sequence on which a submission fails smaller, by the order of is_simpler().
/// Deterministic; what comes out is not changed by shrinking it again, if it was done. No candidate
/// is tried twice.
ShrunkChoices shrink_choices(ChoiceSequence start, const TryChoices& try_choices,
                             const ShrinkControl& control);

}  // namespace arbiter::stress
