#pragma once

#include <arbiter/choice_sequence.hpp>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "model/stress.hpp"
#include "stress/draw_command.hpp"
#include "stress/input_bench.hpp"
#include "stress/trial.hpp"

namespace arbiter::stress {

/// How far a stress test has come.
struct StressProgress {
  std::int64_t iterations = 0;
  double iterations_per_s = 0;
  std::int64_t bytes = 0;  ///< of the last input
  std::size_t found = 0;
  bool is_shrinking = false;
};

/// What was asked for.
struct StressOptions {
  std::uint64_t seed = 0;
  Nanoseconds time = std::chrono::seconds(60);
  std::optional<std::int64_t> iterations;  ///< no more than these
  std::optional<std::size_t> exhaustive;   ///< all sequences of up to so many choices, alone
  /// How much is enumerated before anything is drawn: so many inputs, or else for so long.
  std::optional<std::int64_t> enumerated;
  /// Which generators are too slow to be enumerated; none: the time that they take tells.
  std::optional<model::SlowGenerators> slow;
  Nanoseconds enumeration_time = std::chrono::seconds(1);
  /// The only input is the one that the only command makes of these.
  std::optional<ChoiceSequence> choices;
  Nanoseconds shrink_time = std::chrono::seconds(60);  ///< for each failure
  /// When shrinking ends although the time for it does not: nothing smaller came for so long.
  Nanoseconds shrink_patience = std::chrono::seconds(10);
  int most_found = 1;                 ///< of each submission
  bool wants_outcomes = true;         ///< how all submissions do on each input found
  std::set<model::Verdict> verdicts;  ///< that are looked for; empty: all but AC
  int jobs = 1;
  std::vector<int> cores;                   ///< one a job to pin it to; empty: not pinned
  const std::atomic<bool>* stop = nullptr;  ///< once it is true: keeps what was found
  /// Inputs that are treated as if a validator refused them; may be empty.
  std::function<bool(std::string_view)> is_forbidden;
  /// Told how a submission did on an input, one at a time, from any thread; may be empty.
  std::function<void(std::size_t submission, const std::string& input, model::Verdict)> observe;
  std::vector<std::size_t> only;  ///< not empty: no other submission is run
  bool is_survey = false;         ///< these are run on every input; failures are not looked for
  std::function<void(const StressProgress&)> progress;
};

/// What it works with. All of it outlives the call.
struct StressSetup {
  const judge::PackagePrograms& package;
  const Contestants& contestants;
  const judge::Judges& judges;
  const MakingPrograms& programs;
  std::vector<DrawCommand> commands;  ///< those that make small inputs first
};

/// Looks for inputs on which submissions fail and makes them small. Fills in what a run finds out:
/// numbers, failures, faults, how far the enumeration came. Error: a fault of the judge.
Result<model::StressResult> stress(const StressSetup& setup, const StressOptions& options);

/// The command of draw number `draw`: each once in their order, then small ones more often.
std::size_t command_of(std::uint64_t seed, std::uint64_t draw, std::size_t commands);

/// The fewest of `sets` that together hold all that any of them holds, as indices in rising order;
/// of equally few those that come first. Where that would take too long (the problem is NP-hard:
/// Karp, "Reducibility among combinatorial problems", 1972) the largest gain decides step by step.
std::vector<std::size_t> smallest_cover(const std::vector<std::set<std::size_t>>& sets);

}  // namespace arbiter::stress
