#pragma once

#include <arbiter/choice_source.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <vector>

#include "stress/choices/shrink_choices.hpp"
#include "stress/shrink/sequence_trials.hpp"

namespace arbiter::stress {

/// For tests: a generator written with the kit and a submission that fails on some of its inputs,
/// both in this process.
template <class Input>
struct FailingGenerator {
  std::function<Input(ChoiceSource&)> draw;
  std::function<bool(const Input&)> fails;

  Input input_of(const ChoiceSequence& sequence) const {
    ChoiceSource source(sequence);
    return draw(source);
  }

  ChoiceSequence played(const ChoiceSequence& sequence) const {
    ChoiceSource source(sequence);
    source.record();
    draw(source);
    return source.recorded();
  }

  /// What was drawn with the first seeds on whose inputs it fails.
  std::vector<ChoiceSequence> failures(int count) const {
    std::vector<ChoiceSequence> found;
    for (std::uint64_t seed = 1; static_cast<int>(found.size()) < count; ++seed) {
      if (seed > 20000) throw std::runtime_error("it hardly ever fails");
      ChoiceSource source(seed);
      source.record();
      if (fails(draw(source))) found.push_back(source.recorded());
    }
    return found;
  }

  std::optional<ChoiceSequence> tried(const ChoiceSequence& candidate) const {
    if (!fails(input_of(candidate))) return std::nullopt;
    return played(candidate);
  }

  /// For shrinkers that may, or may not, ask what it makes of a candidate.
  ShrinkControl control(bool can_play = true) const {
    ShrinkControl control;
    if (can_play) {
      control.play = [this](const ChoiceSequence& candidate) {
        return std::optional(played(candidate));
      };
    }
    return control;
  }

  ShrunkChoices shrink(const ChoiceSequence& start, bool can_play) const {
    return shrink_choices(
        start, [this](const ChoiceSequence& candidate) { return tried(candidate); },
        control(can_play));
  }
};

}  // namespace arbiter::stress
