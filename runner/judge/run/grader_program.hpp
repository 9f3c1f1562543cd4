#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "box/box.hpp"
#include "judge/compile/compile.hpp"
#include "judge/verdict/scoring.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// The package's own grader, run in a box for every group: arguments are the flags, standard input
/// is a line "VERDICT SCORE" for each child, and standard output one such line. All else is an
/// error of the judge. All of them outlive what comes back.
Grader program_grader(const Executable& executable, const model::PackageLimits& limits,
                      box::BoxFactory& boxes);

/// What graders are told, and what they may answer.
std::string grader_input(const std::vector<Grade>& children);
Result<Grade> parse_grade(std::string_view output);

}  // namespace arbiter::judge
