#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "model/judgement.hpp"
#include "model/verdict.hpp"

namespace arbiter::model {

/// A submission that a search left out, for it fails a test case that the problem has.
struct StressKnown {
  std::string submission;  ///< as given
  std::string test;
};

/// How one submission ended on one input.
struct StressOutcome {
  std::size_t submission = 0;  ///< index into StressResult::submissions
  Verdict verdict = Verdict::je;
  std::string message;  ///< why, in one line; bytes as the checker wrote them
};

/// An input that some submission fails on, as small as it could be made.
struct StressFailure {
  std::size_t submission = 0;  ///< whose failure was made small
  Verdict verdict = Verdict::je;
  std::string message;
  std::optional<FirstDifference> first_difference;
  std::string found_by;       ///< the generator's command, with its seed; or "enumeration of …"
  Nanoseconds found_after{};  ///< since the search began
  std::int64_t original_bytes = 0;
  std::int64_t shrunk_bytes = 0;
  std::optional<std::int64_t> original_choices;  ///< how many; none for generators without the kit
  std::optional<std::int64_t> shrunk_choices;
  std::string choices;  ///< the shrunk ones, as generators of the kit read them; empty: not known
  std::int64_t shrink_attempts = 0;
  Nanoseconds shrink_time{};
  bool is_shrunk_out = true;      ///< false: the time for it ended first, a smaller one may exist
  std::string input;              ///< whole, raw bytes
  std::string expected;           ///< the answer, or what the other of two wrote; empty in games
  std::string got;                ///< what the submission wrote, clipped
  std::int64_t got_left_out = 0;  ///< bytes beyond `got`
  std::string error_tail;         ///< the end of its standard error, clipped
  std::string replay;             ///< the command that judges this input again
  std::string saved;              ///< the test that it was saved as; empty: it was not
  bool was_there = false;         ///< that test was there before, with the same input
  std::vector<std::string> catches;     ///< labelled submissions that only the saved test fails
  std::vector<StressOutcome> outcomes;  ///< of all submissions on it, in their order
};

/// Commands (by their place) whose generators took too long for their inputs to be enumerated, and
/// after how many of them that was seen.
using SlowGenerators = std::map<std::size_t, std::int64_t>;

/// A generator or validator that did not do what it is for.
struct StressFault {
  std::string program;  ///< "generator tiny", "input validator strict.cpp"
  std::string command;  ///< with which it failed; empty: any
  std::string message;
  std::int64_t times = 1;
};

/// A generator that inputs were drawn from.
struct StressSource {
  std::string generator;    ///< its command, with ranges and seed as given
  std::string reached;      ///< how far its ranges were used, "n=1..14"; empty: all of them
  std::int64_t inputs = 0;  ///< of it on which submissions were run
};

/// What inputs hold between their blanks.
struct InputValues {
  std::string characters;  ///< of words that are no whole numbers: each once, by their codes
  std::optional<std::int64_t> least;  ///< whole number; none: there is none
  std::optional<std::int64_t> most;

  bool operator==(const InputValues&) const = default;
};

/// How far an enumeration came.
struct StressExhausted {
  std::string generator;     ///< its command
  std::int64_t inputs = 0;   ///< different valid inputs on which all submissions were run
  bool is_complete = false;  ///< every input that it can make up to the size was among them
  std::string largest;       ///< the input of the most bytes
  std::int64_t choices = 0;  ///< every sequence of up to so many choices was tried
  InputValues values = {};   ///< of all inputs
  /// What the input validators accept besides; none: nobody was asked.
  std::optional<InputValues> beyond = {};
};

/// How much of --exhaustive was done: every sequence of up to so many choices, of all commands.
struct StressExhaustion {
  std::int64_t asked = 0;
  std::int64_t completed = 0;  ///< `asked` where the commands can make nothing more
  /// Commands whose generators tell nobody what they choose.
  std::vector<std::string> without_kit = {};
};

/// What a stress test tried and found.
struct StressResult {
  std::string problem;                   ///< empty without a package
  std::string problem_hash;              ///< SHA-256 of what judging depends on, hex; may be empty
  std::string started;                   ///< UTC, ISO 8601 with Z; may be empty
  std::vector<std::string> submissions;  ///< as given
  std::vector<std::string> hashes;       ///< SHA-256 of each, hex; empty: not known
  std::string against;                   ///< who made the answers; empty: the majority
  std::string against_hash;              ///< as one of `hashes`
  std::map<std::string, std::string> compilers;  ///< versions by language id
  RunLimits limits;                              ///< without any time factor
  Machine machine;
  bool is_game = false;  ///< a referee judges, nobody makes answers
  std::uint64_t seed = 0;
  std::int64_t iterations =
      0;  ///< inputs on which submissions were run, without those of shrinking
  std::int64_t enumerated = 0;  ///< inputs that were enumerated before any was drawn
  SlowGenerators slow;          ///< whose enumeration was broken off
  std::int64_t refused = 0;     ///< generated inputs that a validator refused
  Nanoseconds time{};           ///< compiling and shrinking not counted
  std::vector<StressSource> sources;
  std::vector<StressExhausted> exhausted;
  std::optional<StressExhaustion> exhaustion;  ///< with --exhaustive
  std::vector<StressKnown> known;              ///< with --break-all
  std::vector<StressFailure> failures;
  std::vector<StressFault> faults;
  std::string command;  ///< repeats all of it
  std::string sandbox_mode;
  bool unsandboxed = false;
  bool interrupted = false;
};

}  // namespace arbiter::model
