#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>

#include "base/unique_fd.hpp"
#include "cli/common/session.hpp"

namespace arbiter::cli {

/// How far a run is, in a file `progress` of its folder for others to read. It is locked while the
/// run goes on, and removed at its end. Where it cannot be written nobody is told.
class SharedProgress {
 public:
  SharedProgress() = default;
  explicit SharedProgress(const std::filesystem::path& folder);
  SharedProgress(SharedProgress&&) = default;
  SharedProgress& operator=(SharedProgress&&) = default;
  ~SharedProgress();

  /// One line, which is asked for at most once a second.
  void tell(const std::function<std::string()>& line);

 private:
  std::filesystem::path path_;
  UniqueFd file_;
  std::chrono::steady_clock::time_point told_{};
};

/// Shows how far the run in `folder` is, on standard error, until nobody works on it.
void follow(const Session& session, const std::filesystem::path& folder);

}  // namespace arbiter::cli
