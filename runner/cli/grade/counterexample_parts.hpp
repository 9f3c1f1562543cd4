#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/stress/call.hpp"
#include "model/counterexample.hpp"

namespace arbiter::cli {

/// Nobody finds a mistake in more bytes of input.
inline constexpr std::size_t k_most_input = std::size_t{1} << 20;

/// What is longer is no small input to show in a line.
inline constexpr std::size_t k_most_in_line = 60;

/// A small input that a program was run on.
struct SmallInput {
  std::string input;
  std::string answer;
  bool fails = false;
};

/// An input on which a program fails.
struct Finding {
  std::string input;
  std::optional<model::Pattern> pattern;  ///< what such inputs have in common
  std::vector<SmallInput> others;         ///< some of them, and some on which the program is right
};

/// What is searched, and within what.
struct JointTerms {
  Nanoseconds time{};                         ///< for each program; what one leaves others have
  std::chrono::steady_clock::time_point end;  ///< of all searches
  const std::set<std::string, std::less<>>& forbidden;  ///< inputs, trimmed, that are not shown
  std::vector<std::size_t> quick;                       ///< submissions of the call
  std::vector<std::size_t> slow;  ///< those that exceed the time limit, searched after the others
};

struct JointFindings {
  std::map<std::size_t, Finding> by_submission;
  bool are_test_cases_alone = false;  ///< generators made nothing but forbidden inputs
};

/// Searches several programs of a prepared and compiled call at once. Error: a fault of the judge.
Result<JointFindings> search_jointly(const Session& session, StressCall& call,
                                     const JointTerms& terms);

/// A hash of all of a problem that decides what a search for failing inputs finds: test cases,
/// checker, generators, input validators, reference and replay program. Error: a file cannot be
/// read.
Result<std::string> hash_of_generation(const model::Problem& problem);

/// How the time of the programs that a request gives grows, in their order, each measured for about
/// `time` on inputs of the first command in `grow` of arbiter.yaml. None: there is no such command,
/// or what was measured says nothing clear, or not that the program is too slow. Uses boxes,
/// compiler and reference of `prepared`.
/// Error{interrupted}.
Result<std::vector<std::optional<model::Slowness>>> measure_slowness(const Session& session,
                                                                     StressRequest request,
                                                                     Nanoseconds time,
                                                                     StressCall& prepared);

/// A line that tells how a program does on a small input: "✓ 3 4 → 7", or "✗ 3 4 → 7 ≠ 12" with its
/// own output, or its verdict where that is not WA. Lines of a text stand side by side with " / "
/// between them. Empty: there is too much of one for a line.
std::string small_input_line(const SmallInput& small, const model::TestJudgement& judged);

/// What the replay program of a package makes of a judged test case, in short: how the right answer
/// comes about. Empty: there is no such program, it fails, the verdict is not WA, or the test case
/// is a game, whose course its transcript tells.
std::string course_of(const judge::PackagePrograms& package, const model::TestCase& test,
                      const model::TestJudgement& judged);

}  // namespace arbiter::cli
