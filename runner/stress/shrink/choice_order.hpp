#pragma once

#include <arbiter/choice_sequence.hpp>
#include <cstdint>
#include <vector>

namespace arbiter::stress {

using Values = std::vector<std::int64_t>;

/// How far a choice lies from its simplest value.
std::uint64_t distance(const Choice& choice);

/// The value so far from the simplest one, on the side where the choice lies now; the simplest
/// choices lie on the side that has room.
std::int64_t value_at(const Choice& choice, std::uint64_t distance);

/// How far a choice can go from its simplest value, on the side that value_at takes.
std::uint64_t farthest(const Choice& choice);

std::vector<Choice> choices_of(const ChoiceSequence& sequence);
Values values_of(const std::vector<Choice>& choices);

/// The order in which a shrinker looks for the least: fewer choices first, then the choices from
/// the front by their distance, at equal distance the positive one first. Strict.
bool is_simpler(const std::vector<Choice>& one, const std::vector<Choice>& other);

}  // namespace arbiter::stress
