#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

#include "base/result.hpp"
#include "base/unique_fd.hpp"

namespace arbiter {

/// A new folder of mode 0700 that is deleted with everything in it at the end of its life. It is
/// locked as long as it lives, so that others can tell it from one whose process was killed.
class [[nodiscard]] TempDir {
 public:
  /// Makes it below `parent` (default: $TMPDIR or /tmp), its name beginning with `prefix`.
  static Result<TempDir> make(std::string_view prefix, std::filesystem::path parent = {});

  TempDir(TempDir&& other) noexcept
      : lock_(std::move(other.lock_)), path_(std::exchange(other.path_, {})) {}
  TempDir& operator=(TempDir&& other) noexcept;
  ~TempDir() { remove(); }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Keeps the folder; the caller has moved it or wants it to stay.
  std::filesystem::path release();

 private:
  TempDir(UniqueFd lock, std::filesystem::path path)
      : lock_(std::move(lock)), path_(std::move(path)) {}
  void remove();

  UniqueFd lock_;
  std::filesystem::path path_;
};

/// Deletes what killed processes of this user left in `parent` (default: $TMPDIR or /tmp): folders
/// that TempDir::make named, with a prefix "arbiter-…", and that nobody has locked.
void remove_abandoned_temp_dirs(std::filesystem::path parent = {});

}  // namespace arbiter
