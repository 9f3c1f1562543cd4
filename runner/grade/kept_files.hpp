#pragma once

#include <filesystem>
#include <string>

#include "base/result.hpp"
#include "judge/program/submission.hpp"

namespace arbiter::grade {

/// Keeps the files of a submission below `folder`, once however often it was handed in, so that it
/// can be run again when the archive it came from is gone. Error: cannot be written.
Result<void> keep_files(const std::filesystem::path& folder, const std::string& sha256,
                        const judge::Submission& submission);

/// What judge::load_submission takes to load them again: the file, or the folder of several.
/// Error{nothing_matched}: it was not kept.
Result<std::filesystem::path> kept_path(const std::filesystem::path& folder,
                                        const std::string& sha256);

}  // namespace arbiter::grade
