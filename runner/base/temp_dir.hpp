#pragma once

#include <filesystem>
#include <string_view>

#include "base/result.hpp"

namespace arbiter {

/// A new folder of mode 0700 that is deleted with everything in it at the end of its life.
class [[nodiscard]] TempDir {
 public:
  /// Makes it below `parent` (default: $TMPDIR or /tmp), its name beginning with `prefix`.
  static Result<TempDir> make(std::string_view prefix, std::filesystem::path parent = {});

  TempDir(TempDir&& other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }
  TempDir& operator=(TempDir&& other) noexcept;
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  ~TempDir() { remove(); }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Keeps the folder; the caller has moved it or wants it to stay.
  std::filesystem::path release();

 private:
  explicit TempDir(std::filesystem::path path) : path_(std::move(path)) {}
  void remove();

  std::filesystem::path path_;
};

}  // namespace arbiter
