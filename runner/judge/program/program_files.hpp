#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/temp_dir.hpp"
#include "judge/program/submission.hpp"

namespace arbiter::judge {

/// A folder of a program may nest this deep, and hold this many files.
inline constexpr int k_most_depth = 4;
inline constexpr std::size_t k_most_files = 1000;

/// The files of the folder `root` that belong to a program: no hidden ones, no object files or
/// programs but those called build or run, no __pycache__. Sorted by name, their paths with links
/// resolved. Error (of kind `kind`):
/// a link that leaves all of `bounds` (the folder itself where there are none), something that is
/// no file, too deep, too many.
Result<std::vector<ProgramFile>> files_of_folder(
    const std::filesystem::path& root, ErrorKind kind,
    const std::vector<std::filesystem::path>& bounds = {});

/// The first bytes of a file, at most `most`; empty if it cannot be read.
std::string head_of(const std::filesystem::path& path, std::size_t most = 256,
                    Links links = Links::follow);

/// Whether a file that begins with `head` is an ELF file.
bool is_elf(std::string_view head);

/// Why a ready binary cannot be run on this machine: no ELF file, built for another one, not a
/// program. Empty if it can.
std::string why_not_runnable(const std::filesystem::path& program);

/// A program that was made as a folder; its files are there as long as this object is.
struct UnpackedFolder {
  TempDir folder;
  std::vector<ProgramFile> files;  ///< sorted by name
};

/// Unpacks the archive that a build script's folder was packed into. Error{invalid_package}: it is
/// no such archive, or holds more files, or deeper ones, than a box takes.
Result<UnpackedFolder> unpack_folder(const std::filesystem::path& packed);

}  // namespace arbiter::judge
