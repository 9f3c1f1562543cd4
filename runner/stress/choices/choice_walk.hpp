#pragma once

#include <arbiter/choice_sequence.hpp>
#include <cstdint>
#include <optional>
#include <vector>

namespace arbiter::stress {

/// How many choices a sequence has.
std::size_t count_choices(const ChoiceSequence& sequence);

/// How far a walk goes.
struct WalkBounds {
  std::size_t choices = 1;  ///< no sequence of more
  /// Of each choice so many values, those nearest to its simplest.
  std::int64_t values = INT64_MAX;
};

/// Goes through the sequences of choices that a generator can make, depth first and each once,
/// without knowing the generator: `next` says what to play back, and `take` hears what was chosen
/// then. The values of a choice come in the order of their distance from the simplest one, so the
/// first sequence is the simplest of all.
class ChoiceWalk {
 public:
  explicit ChoiceWalk(WalkBounds bounds) : bounds_(bounds) {}

  /// What to play back next; none when the walk is over.
  [[nodiscard]] const std::optional<ChoiceSequence>& next() const { return next_; }

  /// What the generator made of next(). True: a sequence within the bounds. False also where it did
  /// not play back what it was given, which only a generator does that breaks the kit's rules.
  bool take(const ChoiceSequence& recorded);

  /// The generator could make nothing of next(), and of everything that begins so.
  void refuse();

  /// Whether sequences were left out because of the bounds.
  [[nodiscard]] bool was_cut() const { return was_cut_; }

 private:
  struct Step {
    std::int64_t rank = 0;  ///< of its value, by distance from the simplest
    std::int64_t least = 0;
    std::int64_t most = 0;
  };

  void advance();

  WalkBounds bounds_;
  std::vector<Step> steps_;
  std::optional<ChoiceSequence> next_ = ChoiceSequence();
  bool was_cut_ = false;
};

/// The value of least..most that lies at place `rank` (from 0) by distance from the simplest one,
/// the larger of two that lie equally far first. `rank` is below the number of values.
std::int64_t value_at(std::int64_t least, std::int64_t most, std::uint64_t rank);

/// The number of values of least..most, at most INT64_MAX.
std::int64_t count_of_values(std::int64_t least, std::int64_t most);

}  // namespace arbiter::stress
