#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "model/problem.hpp"
#include "package/yaml/faults.hpp"

namespace arbiter::package {

/// Reads submissions.yaml of format 2025-09 and gives every submission of `problem` what the
/// entries that match it say, in the file's order. Entries that match no submission, and rules that
/// match no test and no group, are warnings; so are their keys that change nothing yet.
void read_submissions_yaml(const std::filesystem::path& file, model::Problem& problem,
                           Faults& faults);

}  // namespace arbiter::package
