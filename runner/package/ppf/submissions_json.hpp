#pragma once

#include <filesystem>

#include "model/problem.hpp"
#include "package/yaml/faults.hpp"

namespace arbiter::package {

/// Reads submissions.json of DOMjudge and gives the submissions of `problem` that it names the
/// language and the entry point that it says. What names no submission is a warning, and so is a
/// key that DOMjudge does not read.
void read_submissions_json(const std::filesystem::path& file, model::Problem& problem,
                           Faults& faults);

}  // namespace arbiter::package
