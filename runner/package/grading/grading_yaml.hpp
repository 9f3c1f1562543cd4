#pragma once

#include <filesystem>
#include <vector>

#include "base/diagnostic.hpp"
#include "model/grading.hpp"

namespace arbiter::package {

/// A grading policy as far as it could be read, and everything that was found wrong with its file.
/// With an error among the diagnostics nobody must be graded by it.
struct LoadedPolicy {
  model::GradingPolicy policy;
  std::vector<Diagnostic> diagnostics;
};

/// Reads grading.yaml (docs/grading.md); an empty file says nothing and is fine. Whether there are
/// such problems, groups and languages is not looked at.
LoadedPolicy load_grading_policy(const std::filesystem::path& file);

}  // namespace arbiter::package
