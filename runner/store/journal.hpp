#pragma once

#include <condition_variable>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>

#include "base/file.hpp"
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

/// The lock of a run's folder, which is there unless somebody deletes it meanwhile: it is not made
/// again, as nobody would write a journal into it. Not open if another process holds it.
Result<UniqueFd> lock_run_folder(const std::filesystem::path& folder);

/// Where a run of `grade` keeps its results, in its folder.
inline constexpr const char* k_journal_name = "journal.jsonl";
/// What is known of a class while it is graded, and after that was interrupted.
inline constexpr const char* k_book_so_far = "gradebook.so-far.json";

/// What a journal is for.
enum class JournalUse {
  /// Results that may not be lost: one process at a time, synced, damage is reported.
  records,
  /// A cache: any number of processes at once, never synced, the older half goes when it is large.
  cache,
};

/// A record of a journal; it borrows from the line that holds it.
struct JournalRecord {
  std::string_view kind;
  std::string_view key;
  std::string_view value;
};

/// The record that a line of a journal, without its newline, holds. None: the line is damaged.
std::optional<JournalRecord> read_journal_line(std::string_view line);

/// Records that outlive the process as soon as they are appended, and those that may not be lost
/// also the machine, a second later. One line each: {"sum":…,"kind":…,"key":…,"value":…}, where the
/// sum is over all that follows it. Opening a journal reads all of it; lines that do not hold what
/// was written are left out then, or in a cache when they are looked for. Of several records of one
/// kind and key the last one counts. Safe to use from several threads.
class Journal {
 public:
  /// Makes folder and file where they are missing. Error{usage}: something else of that name is in
  /// the way, or another process uses the folder (not as a cache).
  static Result<std::unique_ptr<Journal>> open(const std::filesystem::path& folder,
                                               JournalUse use = JournalUse::records);

  ~Journal();  ///< as `finish`, without reporting errors

  /// The value of a record that was there when the journal was opened.
  [[nodiscard]] std::optional<std::string> find(std::string_view kind, std::string_view key) const;

  /// `kind` and `key` are words of plain letters and digits, `value` is JSON in one line.
  /// Error: full disk; what was appended before is kept.
  Result<void> append(std::string_view kind, std::string_view key, std::string_view value);

  /// Brings all that was appended to the disk.
  Result<void> finish();

  /// How many damaged lines there are that no earlier `open` reported.
  [[nodiscard]] std::size_t damaged() const { return damaged_; }

 private:
  Journal(AppendLog log, UniqueFd lock, MappedFile content, JournalUse use)
      : log_(std::move(log)), lock_(std::move(lock)), content_(std::move(content)), use_(use) {}
  Result<void> begin();
  void keep_syncing(const std::stop_token& stop);

  AppendLog log_;
  UniqueFd lock_;
  MappedFile content_;  ///< when it was opened
  JournalUse use_;
  std::unordered_map<std::string_view, std::string_view> lines_;  ///< by kind and key
  std::size_t damaged_ = 0;

  std::mutex mutex_;  ///< of what follows, and of appending
  bool unsynced_ = false;
  std::optional<Error> sync_failure_;
  std::condition_variable_any wake_;
  std::jthread syncer_;  ///< last: it uses all others
};

}  // namespace arbiter::store
