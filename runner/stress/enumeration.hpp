#pragma once

#include <arbiter/choice_sequence.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.hpp"
#include "model/stress.hpp"
#include "stress/draw_command.hpp"
#include "stress/input_bench.hpp"

namespace arbiter::stress {

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

    [[nodiscard]] Choice choice() const;
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

/// Where an input came from.
struct Origin {
  std::size_t command = 0;  ///< index into the commands
  std::vector<std::string> arguments;
  std::optional<ChoiceSequence> choices;  ///< if they are known
  bool is_enumerated = false;
};

/// An input to be tried.
struct Drawn {
  Origin origin;
  std::string input;  ///< of an enumeration; else it is still to be made
};

/// Makes the inputs that commands can make, smallest first and each once, by playing back all
/// sequences of choices: in rounds, each of longer sequences and more values than the last, and in
/// each round one variant of a command after the other. A command whose generator has not the kit
/// is left out.
class Enumeration {
 public:
  using Play = std::function<Result<MadeInput>(
      std::size_t command, const std::vector<std::string>& arguments, const ChoiceSequence&)>;

  /// With `most_choices`, all sequences of up to so many choices, whatever their values; else for
  /// ever, or until the commands can make nothing else. `variants` are those of each command, at
  /// least one; `slow` says which of all variants take too long; none: the time that they take
  /// tells.
  Enumeration(std::vector<Variants> variants, std::optional<std::size_t> most_choices,
              std::optional<model::SlowGenerators> slow = std::nullopt);

  /// The next input; none when there is no other, or `is_over`. Error: a fault of the judge.
  Result<std::optional<Drawn>> next(const Play& play, const std::function<bool()>& is_over);

  /// Whether the smallest variant of a command takes so long for each input that only --exhaustive
  /// waits for it.
  [[nodiscard]] bool is_slow(std::size_t command) const { return all_[first_[command]].is_slow; }

  /// Whether its generator has not the kit, as far as it was run.
  [[nodiscard]] bool lacks_kit(std::size_t command) const {
    return all_[first_[command]].lacks_kit;
  }

  /// All that are slow, which do the same again.
  [[nodiscard]] model::SlowGenerators slow() const;

  /// The input was looked at: all that were to be were run on it, or it is no valid input.
  void settle(const std::string& input, bool is_valid);
  /// What was gone through of each command of which anything was, named by `shown`. Of a command
  /// with ranges that is what was gone through with all of their numbers.
  [[nodiscard]] std::vector<model::StressExhausted> reached(
      const std::vector<DrawCommand>& commands) const;

 private:
  /// A variant of a command.
  struct Walked {
    std::size_t command = 0;
    std::vector<std::string> arguments;
    bool is_over = false;  ///< nothing more can come
    bool is_slow = false;
    bool lacks_kit = false;
    std::int64_t plays = 0;
    bool is_complete = false;       ///< since all that it can make was made
    std::size_t least_choices = 0;  ///< of the simplest that it makes
    std::size_t choices = 0;        ///< all sequences of up to so many were made
    std::unordered_map<const std::string*, std::size_t> inputs;  ///< and the round of each
  };

  [[nodiscard]] WalkBounds bounds() const;
  [[nodiscard]] bool is_worth_a_walk(const Walked& walked) const;
  bool begin_next();
  void end_walk();
  [[nodiscard]] bool takes_too_long(const MadeInput& made) const;
  std::optional<Drawn> take(MadeInput made);

  [[nodiscard]] model::StressExhausted reached_of(std::size_t command) const;

  std::vector<Walked> all_;         ///< by command
  std::vector<std::size_t> first_;  ///< of each command: into all_
  std::vector<bool> has_all_variants_;
  std::optional<std::size_t> most_choices_;
  std::optional<model::SlowGenerators> slow_;
  std::size_t round_ = 0;
  std::size_t current_ = 0;
  std::optional<ChoiceWalk> walk_;
  std::int64_t unsettled_ = 0;
  std::unordered_map<std::string, bool> seen_;  ///< every input, and whether it was counted
};

}  // namespace arbiter::stress
