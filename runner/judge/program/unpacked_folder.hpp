#pragma once

#include <filesystem>
#include <vector>

#include "base/result.hpp"
#include "base/temp_dir.hpp"
#include "judge/program/submission.hpp"

namespace arbiter::judge {

/// A program that was made as a folder; its files are there as long as this object is.
struct UnpackedFolder {
  TempDir folder;
  std::vector<ProgramFile> files;  ///< sorted by name
};

/// Unpacks the archive that a build script's folder was packed into. Error{invalid_package}: it is
/// no such archive, or holds more files, or deeper ones, than a box takes.
Result<UnpackedFolder> unpack_folder(const std::filesystem::path& packed);

}  // namespace arbiter::judge
