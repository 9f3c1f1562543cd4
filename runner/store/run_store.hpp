#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "base/units.hpp"
#include "store/journal.hpp"

namespace arbiter::store {

/// The clock that names runs, so that tests can set it.
using RunClock = std::function<std::chrono::system_clock::time_point()>;

/// A run that is being written. Its lock is held as long as this object lives, so that no other
/// process deletes it. What was appended outlives the process at any moment; what is older than a
/// second outlives the machine.
class [[nodiscard]] Run {
 public:
  Run(Run&&) = default;
  /// As `finish`, without telling of errors.
  ~Run();

  /// UTC time and the fraction of its second in four hexadecimal digits, as
  /// "20261121T074500Z-1a2b": later runs sort after earlier.
  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  /// Adds `line`, which should end with a newline (one is added if not), to journal.jsonl with one
  /// write. An error (full disk) leaves no half line before the next one.
  Result<void> append(std::string_view line);

  /// Syncs all that was appended.
  Result<void> finish();

 private:
  friend class RunStore;
  Run(std::string id, std::filesystem::path folder)
      : id_(std::move(id)), folder_(std::move(folder)) {}

  std::string id_;
  std::filesystem::path folder_;
  UniqueFd lock_;
  std::optional<AppendLog> journal_;
  std::chrono::steady_clock::time_point synced_ = std::chrono::steady_clock::now();
  bool unsynced_ = false;
};

/// A run on disk.
struct StoredRun {
  std::string id;
  std::filesystem::path folder;
};

/// How much of the past is kept.
struct RunRetention {
  std::chrono::hours age{24 * 30};
  Bytes total = mib(1024);
  std::size_t weighed_every = 16;  ///< `total` is looked at when so many runs have been added
};

/// The runs below a state folder (…/runs/ID), which several processes may use at once.
class RunStore {
 public:
  /// Makes `state_dir`/runs if it is missing. Error: it cannot be made or is no folder.
  static Result<RunStore> open(const std::filesystem::path& state_dir,
                               RunClock clock = std::chrono::system_clock::now);

  /// A new run, in its own folder of the store or, if given, in `out_dir` (made if missing).
  /// Error: unwritable, full, or another run is being written to `out_dir`.
  Result<Run> begin(const std::optional<std::filesystem::path>& out_dir = {});

  /// A new folder of the store, for a run that writes its journal by itself. Error: as of `begin`.
  Result<std::filesystem::path> reserve();

  /// The folder of a run: `last`, `last~N` (N runs before the last), an id, the beginning of only
  /// one id, or the path of a folder with a journal. Error{usage} names the nearest ids.
  [[nodiscard]] Result<std::filesystem::path> find(std::string_view word) const;

  /// All runs of the store, oldest first.
  [[nodiscard]] std::vector<StoredRun> list() const;

  /// Deletes runs that are too old, then the oldest until the rest is small enough; never one that
  /// is being written, nor the newest. What cannot be deleted is left. Returns how many went.
  std::size_t prune(const RunRetention& retention = {});

 private:
  RunStore(std::filesystem::path runs, RunClock clock)
      : runs_(std::move(runs)), clock_(std::move(clock)) {}
  /// None: another process has the folder, or deleted it.
  Result<std::optional<Run>> begin_in(std::string id, const std::filesystem::path& folder);

  std::filesystem::path runs_;
  RunClock clock_;
};

}  // namespace arbiter::store
