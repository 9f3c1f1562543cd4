#include "stress/choices/choice_trials.hpp"

#include <algorithm>

#include "stress/choices/fingerprint.hpp"

namespace arbiter::stress {
namespace {

ChoiceSequence sequence_of(const Values& values) {
  ChoiceSequence sequence;
  sequence.reserve(values.size());
  for (const std::int64_t value : values)
    sequence.push_back({ChoiceEvent::Kind::choice, {value, INT64_MIN, INT64_MAX}, {}});
  return sequence;
}

}  // namespace

ChoiceTrials::ChoiceTrials(ChoiceSequence start, const TryChoices& try_choices,
                           const ShrinkControl& control)
    : try_choices_(try_choices), control_(control), best_(std::move(start)) {
  is_new(values());
}

bool ChoiceTrials::is_over() {
  if (!is_over_ && control_.is_over) is_over_ = control_.is_over();
  return is_over_;
}

bool ChoiceTrials::is_new(const Values& candidate) {
  return seen_.insert(fingerprint(candidate)).second;
}

/// Supposing that as many choices come out, with the bounds of the best.
bool ChoiceTrials::can_be_simpler(const Values& candidate) const {
  if (candidate.size() != size()) return true;
  std::vector<Choice> supposed = choices();
  for (std::size_t i = 0; i < candidate.size(); ++i)
    supposed[i].value = std::clamp(candidate[i], supposed[i].least, supposed[i].most);
  return is_simpler(supposed, choices());
}

bool ChoiceTrials::consider(const Values& candidate) {
  // Not noted as seen: it may be simpler than a later best of other bounds.
  if (!can_play() && !can_be_simpler(candidate)) return false;
  if (is_over() || !is_new(candidate)) return false;
  if (!can_play()) return attempt(sequence_of(candidate));
  const std::optional<ChoiceSequence> made = control_.play(sequence_of(candidate));
  return made && consider_made(*made, values_of(choices_of(*made)) != candidate);
}

bool ChoiceTrials::consider_made(const ChoiceSequence& made, bool may_be_seen) {
  // What is no smaller now is no smaller than any later best, so nothing is lost by noting it as
  // seen all the same.
  const std::vector<Choice> choices_made = choices_of(made);
  if (may_be_seen && !is_new(values_of(choices_made))) return false;
  return !is_over() && is_simpler(choices_made, choices()) && attempt(made);
}

bool ChoiceTrials::attempt(const ChoiceSequence& candidate) {
  ++attempts_;
  std::optional<ChoiceSequence> made = try_choices_(candidate);
  if (!made || !is_simpler(choices_of(*made), choices())) return false;
  best_ = ChoiceLayout(*std::move(made));
  is_new(values());
  ++steps_;
  if (control_.on_better) control_.on_better(best_.sequence());
  return true;
}

std::optional<ChoiceLayout> ChoiceTrials::played(const Values& candidate) const {
  if (!can_play()) return std::nullopt;
  std::optional<ChoiceSequence> made = control_.play(sequence_of(candidate));
  if (!made) return std::nullopt;
  return ChoiceLayout(*std::move(made));
}

}  // namespace arbiter::stress
