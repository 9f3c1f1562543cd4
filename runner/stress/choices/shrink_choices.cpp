#include "stress/choices/shrink_choices.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "stress/choices/choice_passes.hpp"

namespace arbiter::stress {
namespace {

ChoiceSequence sequence_of(const Values& values) {
  ChoiceSequence sequence;
  sequence.reserve(values.size());
  for (const std::int64_t value : values)
    sequence.push_back({ChoiceEvent::Kind::choice, {value, INT64_MIN, INT64_MAX}, {}});
  return sequence;
}

/// The values of the choices that are not cut.
Values kept_of(const Edited& edited) {
  Values kept;
  for (std::size_t i = 0; i < edited.values.size(); ++i) {
    if (!edited.is_cut[i]) kept.push_back(edited.values[i]);
  }
  return kept;
}

constexpr SequenceLimits k_limits = {false, 60, 300, 40};

}  // namespace

ChoiceTrials::ChoiceTrials(ChoiceSequence start, const TryChoices& try_choices,
                           const ShrinkControl& control)
    : SequenceTrials(control.is_over, k_limits),
      try_choices_(try_choices),
      control_(control),
      best_(std::move(start)) {
  is_new(fingerprint(values()));
}

std::vector<Family> ChoiceTrials::families() const {
  std::vector<Family> families;
  for (const ChoiceGroup& group : best_.groups()) {
    for (const CutWay& way : ways_of(best_, group))
      families.push_back(family_of(best_, group, way));
  }
  return families;
}

/// Choices of the same bounds may mean the same.
std::vector<std::vector<std::size_t>> ChoiceTrials::kinds(bool wide) const {
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::size_t>> by_bounds;
  for (std::size_t i = 0; i < size(); ++i) {
    const Choice& choice = elements()[i];
    by_bounds[wide ? std::pair(INT64_MIN, INT64_MAX) : std::pair(choice.least, choice.most)]
        .push_back(i);
  }
  std::vector<std::vector<std::size_t>> kinds;
  for (auto& [bounds, places] : by_bounds)
    kinds.push_back(std::move(places));
  return kinds;
}

bool ChoiceTrials::consider(const Edited& candidate) {
  return consider(kept_of(candidate));
}

Fingerprint ChoiceTrials::print_of(const Edited& candidate) const {
  return fingerprint(kept_of(candidate));
}

bool ChoiceTrials::can_be_shorter(const Edited& candidate) const {
  if (!can_play()) return true;
  const std::optional<ChoiceLayout> made = played(kept_of(candidate));
  return made && made->choices().size() < size();
}

/// Supposing that as many choices come out, with the bounds of the best.
bool ChoiceTrials::can_be_simpler(const Values& candidate) const {
  if (candidate.size() != size()) return true;
  std::vector<Choice> supposed = elements();
  for (std::size_t i = 0; i < candidate.size(); ++i)
    supposed[i].value = std::clamp(candidate[i], supposed[i].least, supposed[i].most);
  return is_simpler(supposed, elements());
}

bool ChoiceTrials::consider(const Values& candidate) {
  // Not noted as seen: it may be simpler than a later best of other bounds.
  if (!can_play() && !can_be_simpler(candidate)) return false;
  if (is_over() || !is_new(fingerprint(candidate))) return false;
  if (!can_play()) return attempt(sequence_of(candidate));
  const std::optional<ChoiceSequence> made = control_.play(sequence_of(candidate));
  return made && consider_made(*made, values_of(choices_of(*made)) != candidate);
}

bool ChoiceTrials::consider_made(const ChoiceSequence& made, bool may_be_seen) {
  // What is no smaller now is no smaller than any later best, so nothing is lost by noting it as
  // seen all the same.
  const std::vector<Choice> choices_made = choices_of(made);
  if (may_be_seen && !is_new(fingerprint(values_of(choices_made)))) return false;
  return !is_over() && is_simpler(choices_made, elements()) && attempt(made);
}

bool ChoiceTrials::attempt(const ChoiceSequence& candidate) {
  count_attempt();
  std::optional<ChoiceSequence> made = try_choices_(candidate);
  if (!made || !is_simpler(choices_of(*made), elements())) return false;
  best_ = ChoiceLayout(*std::move(made));
  is_new(fingerprint(values()));
  count_step();
  if (control_.on_better) control_.on_better(best_.sequence());
  return true;
}

std::optional<ChoiceLayout> ChoiceTrials::played(const Values& candidate) const {
  if (!can_play()) return std::nullopt;
  std::optional<ChoiceSequence> made = control_.play(sequence_of(candidate));
  if (!made) return std::nullopt;
  return ChoiceLayout(*std::move(made));
}

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
