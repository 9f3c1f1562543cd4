#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "base/temp_dir.hpp"
#include "judge/program/submission.hpp"
#include "model/language.hpp"
#include "model/problem.hpp"
#include "package/archive/archive.hpp"

namespace arbiter::judge {

/// The submissions of one call, and the folder that holds what came over standard input.
struct LoadedSubmissions {
  std::vector<Submission> submissions;
  std::optional<TempDir> from_standard_input;
  std::vector<package::Unpacked> unpacked;  ///< archives of answers
  std::vector<Diagnostic> diagnostics;      ///< of programs that are left out
};

/// Loads the submissions that were named, or the problem's own where none was. "-" is standard
/// input. Where a problem asks for answers, what is no program is a file, a folder or an archive of
/// answers. Of the problem's own, and of several that are named, those in no known language are
/// left out with a warning. Error{usage}: "-" without a language; a folder with sources in several
/// languages, where none is given; none of those that are named is in a known one; those of
/// load_submission.
/// Error{nothing_matched}: none named and none in the problem.
Result<LoadedSubmissions> load_submissions(const model::Problem& problem,
                                           const std::string& problem_as_given,
                                           const std::vector<std::string>& named,
                                           const model::Languages& languages,
                                           const std::string& language);

}  // namespace arbiter::judge
