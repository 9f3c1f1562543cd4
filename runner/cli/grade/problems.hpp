#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/common/judge_options.hpp"
#include "cli/common/made_tests.hpp"

namespace arbiter::cli {

/// Where problems are looked for.
struct ProblemSources {
  std::vector<std::string> named;  ///< --problems; none: the folder that we are in
  std::filesystem::path shipped;   ///< names that are no path are looked up there, too
};

/// The packages that are named: each a package, an archive of one, or a folder that holds some.
/// Error{usage}: nothing there, or two problems of one name.
Result<std::vector<std::filesystem::path>> find_packages(const ProblemSources& sources);

/// Loads them, makes tests that are missing and shows what is wrong. Error{invalid_package}: one of
/// them cannot be judged.
Result<std::vector<judge::OpenProblem>> load_problems(
    const TestNeeds& needs, const JudgeOptions& options,
    const std::vector<std::filesystem::path>& packages);

}  // namespace arbiter::cli
