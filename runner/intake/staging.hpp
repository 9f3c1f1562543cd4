#pragma once

#include <filesystem>
#include <string>

#include "base/result.hpp"
#include "intake/programs.hpp"

namespace arbiter::intake {

/// A program in a place of its own.
struct StagedProgram {
  std::filesystem::path path;  ///< a file, or a folder
  std::string sha256;          ///< of names and contents, hex
  std::string fault;           ///< not empty: a file cannot be read, and why; there is no program
};

/// Copies a program into `folder`, which is made. A single file is called main, so that equal
/// programs are equal whatever they were called, and none is called by its student; the files of
/// several keep their names. Error{judge}: the disk is full and the like.
Result<StagedProgram> stage(const FoundProgram& program, const std::filesystem::path& folder);

}  // namespace arbiter::intake
