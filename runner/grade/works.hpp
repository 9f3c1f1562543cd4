#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "intake/intake.hpp"
#include "judge/program/submission.hpp"
#include "model/gradebook.hpp"
#include "model/language.hpp"
#include "model/problem.hpp"

namespace arbiter::grade {

/// The programs that were handed in; what is no program of a known language is not among them.
using Submissions = std::map<model::WorkId, judge::Submission>;

/// Everything that was handed in, and the different programs among it.
struct Works {
  std::vector<model::Attempt> attempts;  ///< in the order of what was handed in
  std::vector<model::Work> works;        ///< by problem, then by first attempt; not judged yet
  Submissions submissions;               ///< of each work without a fault
};

/// Loads what was handed in, files that are the same once. What is no program of a known language
/// is a work with a fault; where a problem asks for answers it is these.
Works gather_works(const std::vector<intake::Delivery>& deliveries,
                   const std::vector<const model::Problem*>& problems,
                   const model::Languages& languages);

/// Keeps the files of a submission below `folder`, once however often it was handed in, so that it
/// can be run again when the archive it came from is gone. Error: cannot be written.
Result<void> keep_files(const std::filesystem::path& folder, const std::string& sha256,
                        const judge::Submission& submission);

/// What judge::load_submission takes to load them again: the file, or the folder of several.
/// Error{nothing_matched}: it was not kept.
Result<std::filesystem::path> kept_path(const std::filesystem::path& folder,
                                        const std::string& sha256);

}  // namespace arbiter::grade
