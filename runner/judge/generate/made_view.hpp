#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// What a package says of tests that are made.
struct MadeView {
  std::map<std::string, model::TestCase> tests;  ///< by name, those that are there already too
  std::vector<Diagnostic> diagnostics;           ///< faults of files that were made
};

/// Reads the package as if `files` (by path below data/; they lie below `folder`) were in it, and
/// with them all that its folders say of the tests. Error: a fault of the judge.
Result<MadeView> view_made(const model::Problem& problem,
                           const std::map<std::string, std::filesystem::path>& files,
                           const std::filesystem::path& folder);

}  // namespace arbiter::judge
