#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
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

}  // namespace arbiter::judge
