#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

#include "base/result.hpp"
#include "base/temp_dir.hpp"
#include "base/unique_fd.hpp"

namespace arbiter {

/// A TempDir that is locked as long as it lives, so that others can tell it from one whose process
/// was killed.
class [[nodiscard]] OwnedTempDir {
 public:
  /// As TempDir::make. Removes folders of the same prefix and user that nobody owns any more.
  static Result<OwnedTempDir> make(std::string_view prefix, std::filesystem::path parent = {});

  [[nodiscard]] const std::filesystem::path& path() const { return dir_.path(); }

 private:
  OwnedTempDir(UniqueFd lock, TempDir dir) : lock_(std::move(lock)), dir_(std::move(dir)) {}

  UniqueFd lock_;  ///< outlives the folder
  TempDir dir_;
};

}  // namespace arbiter
