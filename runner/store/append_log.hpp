#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "base/unique_fd.hpp"

namespace arbiter::store {

/// What to do with a file that is there already.
enum class OldLines { drop, keep };

/// A file of lines that only grows, each added with one write. What was appended outlives the
/// process at any moment; what was there at the last `sync` outlives the machine. A line that a
/// full disk or a killed process cut off is ended before the next one begins.
class [[nodiscard]] AppendLog {
 public:
  /// Makes the file if it is missing; never follows a link. `what` names it in errors.
  static Result<AppendLog> open(const std::filesystem::path& path, OldLines old, std::string what);

  AppendLog(AppendLog&&) = default;
  AppendLog& operator=(AppendLog&&) = default;
  AppendLog(const AppendLog&) = delete;
  AppendLog& operator=(const AppendLog&) = delete;
  ~AppendLog() = default;

  /// Adds `line`, which should end with a newline (one is added if not). Error: full disk.
  Result<void> append(std::string_view line);
  /// Writes all of it to the disk, with the names that lead to it. May run beside `append`.
  Result<void> sync();
  /// For reading at offsets.
  [[nodiscard]] int descriptor() const { return file_.get(); }

 private:
  AppendLog(UniqueFd file, std::filesystem::path path, std::string what)
      : file_(std::move(file)), path_(std::move(path)), what_(std::move(what)) {}

  UniqueFd file_;
  std::filesystem::path path_;
  std::string what_;
  bool torn_ = false;  ///< the last write ended within a line
  bool folder_synced_ = false;
};

/// Opens (making it) a lock file in `folder`, which is made too; waits for it if `wait`, else gives
/// a descriptor that is not open when it is taken. Held as long as the descriptor is open.
Result<UniqueFd> take_lock(const std::filesystem::path& folder, const std::string& name, bool wait);

/// The lock of a run's folder; not open if another process holds it.
inline Result<UniqueFd> lock_run_folder(const std::filesystem::path& folder) {
  return take_lock(folder, "lock", false);
}

}  // namespace arbiter::store
