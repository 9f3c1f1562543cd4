#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "stress/choices/choice_layout.hpp"
#include "stress/choices/choice_order.hpp"
#include "stress/choices/shrink_choices.hpp"

namespace arbiter::stress {

/// The smallest sequence so far, and the only way to a smaller one: to consider a candidate.
///
/// What a pass considers may depend on the best sequence only, never on what was considered before:
/// then a round of all passes in which nothing was better finds nothing better the next time too.
class ChoiceTrials {
 public:
  /// Takes references that must outlive it.
  ChoiceTrials(ChoiceSequence start, const TryChoices& try_choices, const ShrinkControl& control);

  const ChoiceLayout& best() const { return best_; }
  const std::vector<Choice>& choices() const { return best_.choices(); }
  Values values() const { return values_of(best_.choices()); }
  std::size_t size() const { return best_.choices().size(); }

  /// Whether the candidate is the new best, or what the generator made of it.
  bool consider(const Values& candidate);

  /// The same for what the generator is known to have made of a candidate.
  bool consider_made(const ChoiceSequence& made) { return consider_made(made, true); }

  /// What the generator makes of a candidate, if that can be learnt.
  std::optional<ChoiceLayout> played(const Values& candidate) const;
  bool can_play() const { return static_cast<bool>(control_.play); }

  bool is_over();
  std::int64_t attempts() const { return attempts_; }
  /// How often there was a new best.
  std::int64_t steps() const { return steps_; }

 private:
  bool is_new(const Values& candidate);
  bool can_be_simpler(const Values& candidate) const;
  bool consider_made(const ChoiceSequence& made, bool may_be_seen);
  bool attempt(const ChoiceSequence& candidate);

  const TryChoices& try_choices_;
  const ShrinkControl& control_;
  ChoiceLayout best_;
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen_;
  std::int64_t attempts_ = 0;
  std::int64_t steps_ = 0;
  bool is_over_ = false;
};

}  // namespace arbiter::stress
