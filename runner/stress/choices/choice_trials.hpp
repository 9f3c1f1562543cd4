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
  const std::vector<Choice>& choices() const { return best_.choices(); }

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

  /// The same for what the generator is known to have made of a candidate.
  bool consider_made(const ChoiceSequence& made) { return consider_made(made, true); }

  /// What the generator makes of a candidate, if that can be learnt.
  std::optional<ChoiceLayout> played(const Values& candidate) const;
  bool can_play() const { return static_cast<bool>(control_.play); }

 private:
  bool can_be_simpler(const Values& candidate) const;
  bool consider_made(const ChoiceSequence& made, bool may_be_seen);
  bool attempt(const ChoiceSequence& candidate);

  const TryChoices& try_choices_;
  const ShrinkControl& control_;
  ChoiceLayout best_;
};

}  // namespace arbiter::stress
