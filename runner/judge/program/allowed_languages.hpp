#pragma once

#include <optional>
#include <vector>

#include "base/diagnostic.hpp"
#include "judge/program/submission.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// The warning that some of the programs are in languages that the package does not allow; they are
/// judged all the same. Ready binaries, folders with a script `run` and answers are in none.
std::optional<Diagnostic> find_forbidden_languages(const model::Problem& problem,
                                                   const std::vector<Submission>& submissions);

}  // namespace arbiter::judge
