#pragma once

#include <optional>
#include <vector>

#include "base/diagnostic.hpp"
#include "judge/program/submission.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// Whether constants of the package stay as they are written in that program. Format 2025-09
/// replaces them in the submissions of a package, BAPCtools does not: its packages, told by
/// generators.yaml, are taken as it takes them. Programs of other kinds never keep them.
bool keeps_constants(const model::Problem& problem, const Submission& program);

/// The warning that some of the submissions keep what the format would replace.
std::optional<Diagnostic> find_kept_constants(const model::Problem& problem,
                                              const std::vector<Submission>& submissions);

/// The warning that some of the programs are in languages that the package does not allow; they are
/// judged all the same. Ready binaries, folders with a script `run` and answers are in none.
std::optional<Diagnostic> find_forbidden_languages(const model::Problem& problem,
                                                   const std::vector<Submission>& submissions);

}  // namespace arbiter::judge
