#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "judge/append_log.hpp"

namespace arbiter::grade {

/// Where a run of `grade` keeps what it found out, in its folder.
inline constexpr const char* k_journal_name = "journal.jsonl";

/// Records that outlive the process as soon as they are appended, and the machine a second later.
/// One line each: {"sum":…,"kind":…,"key":…,"value":…}, where the sum is over all that follows it.
/// Lines that do not hold what was written are found when the journal is opened and left out; of
/// several records of one kind and key the last counts. Safe to use from several threads; a folder
/// belongs to one process at a time.
class Journal {
 public:
  /// Makes folder and file where they are missing. Error{usage}: something else of that name is in
  /// the way, or another process is at work there.
  static Result<std::unique_ptr<Journal>> open(const std::filesystem::path& folder);

  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal();  ///< as `finish`, without telling of errors

  /// A record that was there when the journal was opened.
  [[nodiscard]] std::optional<std::string> find(std::string_view kind, std::string_view key) const;
  [[nodiscard]] bool has(std::string_view kind, std::string_view key) const;

  /// `kind` and `key` are words of plain letters and digits, `value` is JSON in one line.
  /// Error: full disk; what was appended before is kept.
  Result<void> append(std::string_view kind, std::string_view key, std::string_view value);

  /// Brings all that was appended to the disk.
  Result<void> finish();

  /// How many records there were that could be used, and how many lines could not since the journal
  /// was opened the last time.
  [[nodiscard]] std::size_t records() const { return places_.size(); }
  [[nodiscard]] std::size_t damaged() const { return damaged_; }

 private:
  struct Place {
    std::uint64_t offset = 0;
    std::uint32_t length = 0;
  };

  Journal(judge::AppendLog log, UniqueFd lock) : log_(std::move(log)), lock_(std::move(lock)) {}
  Result<void> scan();
  Result<void> note_damage(std::size_t found);
  Result<void> sync();
  void keep_syncing(const std::stop_token& stop);

  judge::AppendLog log_;
  UniqueFd lock_;
  std::unordered_map<std::string, Place> places_;  ///< by kind and key
  std::size_t damaged_ = 0;
  std::mutex mutex_;  ///< of appending, and of what follows
  bool unsynced_ = false;
  std::optional<Error> sync_failure_;
  std::condition_variable_any wake_;
  std::jthread syncer_;  ///< last: it uses all others
};

}  // namespace arbiter::grade
