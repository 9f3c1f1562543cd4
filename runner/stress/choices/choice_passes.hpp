#pragma once

#include <optional>
#include <vector>

#include "stress/choices/choice_layout.hpp"
#include "stress/choices/shrink_choices.hpp"
#include "stress/shrink/sequence_trials.hpp"

namespace arbiter::stress {

/// The trials of sequences of choices, which are both their places and their elements.
class ChoiceTrials final : public SequenceTrials {
 public:
  /// Takes references that must outlive it.
  ChoiceTrials(ChoiceSequence start, const TryChoices& try_choices, const ShrinkControl& control);

  const ChoiceLayout& best() const { return best_; }

  const std::vector<Choice>& elements() const override { return best_.choices(); }
  std::size_t size() const override { return best_.choices().size(); }
  Range place_of(std::size_t element) const override { return {element, element + 1}; }
  bool is_number(std::size_t /*element*/) const override { return true; }
  std::vector<Family> families() const override;
  std::vector<std::vector<std::size_t>> kinds(bool wide) const override;
  using SequenceTrials::consider;
  bool consider(const Edited& candidate) override;
  Fingerprint print_of(const Edited& candidate) const override;
  bool can_be_shorter(const Edited& candidate) const override;

  /// Whether the candidate is the new best, or what the generator made of it.
  bool consider(const Values& candidate);

  /// The same for what the generator is known to have made of a candidate. `may_be_seen`: it was
  /// not itself that candidate.
  bool consider_made(const ChoiceSequence& made, bool may_be_seen = true);

  /// What the generator makes of a candidate, if that can be learnt.
  std::optional<ChoiceLayout> played(const Values& candidate) const;
  bool can_play() const { return static_cast<bool>(control_.play); }

 private:
  bool can_be_simpler(const Values& candidate) const;
  bool attempt(const ChoiceSequence& candidate);

  const TryChoices& try_choices_;
  const ShrinkControl& control_;
  ChoiceLayout best_;
};

// The passes of shrink_choices() beside those for any sequence.

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
