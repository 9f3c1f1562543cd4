#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "base/result.hpp"
#include "intake/files/programs.hpp"

namespace arbiter::intake {

/// A program in a place of its own.
struct StagedProgram {
  std::filesystem::path path;  ///< a file, or a folder
  std::string sha256;          ///< of names and contents, hex
  std::string fault;           ///< not empty: a file cannot be read, and why; there is no program
};

/// Keeps every program once, however many handed in the same: cohorts hand in the same a lot.
class Staging {
 public:
  /// `folder` exists.
  explicit Staging(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Copies a program into a folder of its own. A single file is called main, so that equal
  /// programs are equal whatever they were called, and none is called by its student; the files of
  /// several keep their names. Error{judge}: the disk is full and the like.
  Result<StagedProgram> add(const FoundProgram& program);

 private:
  std::filesystem::path folder_;
  std::map<std::string, std::filesystem::path> paths_;  ///< by hash
};

}  // namespace arbiter::intake
