#pragma once

#include <vector>

#include "judge/program/submission.hpp"
#include "model/language.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// The files that the package adds to every submission in that language: those of
/// include/LANGUAGE, by the language's id or family, else those of include/default.
std::vector<ProgramFile> included_files(const model::Problem& problem,
                                        const model::Language& language);

}  // namespace arbiter::judge
