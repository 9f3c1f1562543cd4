#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/stress/call.hpp"
#include "model/counterexample.hpp"

namespace arbiter::cli {

/// A hash of all of a problem that decides what a search for failing inputs finds: test cases,
/// checker, generators, input validators, reference and replay program. Error: a file cannot be
/// read.
Result<std::string> hash_of_generation(const model::Problem& problem);

/// How the time of the programs that a request gives grows, in their order, each measured for about
/// `time` on inputs of the first command in `grow` of arbiter.yaml; one after the other, for a busy
/// machine measures badly. None: there is no such command, or what was measured says nothing clear,
/// or not that the program is too slow. Uses boxes, compiler and reference of `prepared`.
/// Error{interrupted}.
Result<std::vector<std::optional<model::Slowness>>> measure_slowness(const Session& session,
                                                                     StressRequest request,
                                                                     Nanoseconds time,
                                                                     StressCall& prepared);

/// What the replay program of a package makes of a judged test case, in short: how the right answer
/// comes about. Empty: there is no such program, it fails, or the test case is a game, whose course
/// its transcript tells.
std::string course_of(const judge::PackagePrograms& package, const model::TestCase& test,
                      const model::TestJudgement& judged);

}  // namespace arbiter::cli
