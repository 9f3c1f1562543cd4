#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "store/append_log.hpp"
#include "store/journal_index.hpp"
#include "store/journal_scan.hpp"

namespace arbiter::store {

/// Where a run of `grade` keeps what it found out, in its folder.
inline constexpr const char* k_journal_name = "journal.jsonl";

/// Whether a journal is opened with the index that stands beside it, or makes a new one first.
enum class IndexUse { keep, make_again };

/// Records that outlive the process as soon as they are appended, and the machine a second later.
/// One line each: {"sum":…,"kind":…,"key":…,"value":…}, where the sum is over all that follows it.
/// Lines that do not hold what was written are found when the journal is read, at the latest when
/// they are looked for, and left out; of several records of one kind and key the last counts. With
/// an index that fits only what is behind it is read to open the journal; the index is brought up
/// to date when the journal is synced, and going without costs nothing but time. Safe to use from
/// several threads; a folder belongs to one process at a time.
class Journal {
 public:
  /// Makes folder and file where they are missing. Error{usage}: something else of that name is in
  /// the way, or another process is at work there.
  static Result<std::unique_ptr<Journal>> open(const std::filesystem::path& folder,
                                               IndexUse use = IndexUse::keep);

  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal();  ///< as `finish`, without telling of errors

  /// A record that was there when the journal was opened. Where its line no longer holds it, the
  /// whole journal is read again.
  std::optional<std::string> find(std::string_view kind, std::string_view key);

  /// `kind` and `key` are words of plain letters and digits, `value` is JSON in one line.
  /// Error: full disk; what was appended before is kept.
  Result<void> append(std::string_view kind, std::string_view key, std::string_view value);

  /// Brings all that was appended to the disk, and the index up to date.
  Result<void> finish();

  /// How many different records there were that could be used.
  [[nodiscard]] std::size_t records() const;
  /// How many lines that could not were found, and not told of by a journal that was opened before.
  [[nodiscard]] std::size_t damaged() const { return damaged_; }
  /// Why there was an index that could not be used, if there was.
  [[nodiscard]] std::optional<std::string> index_fault() const;
  /// How many bytes were read to find out what there is.
  [[nodiscard]] std::uint64_t scanned_bytes() const { return scanned_; }

 private:
  Journal(AppendLog log, UniqueFd lock, std::filesystem::path index_file)
      : log_(std::move(log)), lock_(std::move(lock)), index_file_(std::move(index_file)) {}
  Result<void> begin(IndexUse use);
  void load_index(IndexUse use);
  void drop_index(std::string why);
  Result<bool> read_on();
  bool read_again();
  Result<void> note_damage();
  Result<void> put(std::string_view kind, std::string_view key, std::string_view value);
  Result<void> sync();
  void write_index();
  void keep_syncing(const std::stop_token& stop);

  AppendLog log_;
  UniqueFd lock_;
  std::filesystem::path index_file_;
  // Locked in this order.
  mutable std::shared_mutex rows_mutex_;  ///< of what can be found
  std::mutex index_mutex_;
  mutable std::mutex mutex_;  ///< of appending, and of all that no other one is of

  std::vector<JournalRow> rows_;  ///< sorted
  std::size_t times_read_ = 0;    ///< the whole journal, since it was opened
  std::unique_ptr<JournalIndex> index_;
  std::vector<JournalRow> fresh_;  ///< not yet in the index
  std::uint64_t opened_end_ = 0;   ///< what is behind it is not found
  std::uint64_t end_ = 0;          ///< of the last line that is known
  std::size_t damaged_lines_ = 0;
  std::size_t known_damage_ = 0;  ///< lines that a record says are damaged
  std::optional<std::string> index_fault_;
  bool unsynced_ = false;
  std::optional<Error> sync_failure_;
  std::atomic<std::size_t> damaged_ = 0;
  std::atomic<std::uint64_t> scanned_ = 0;
  std::condition_variable_any wake_;
  std::jthread syncer_;  ///< last: it uses all others
};

}  // namespace arbiter::store
