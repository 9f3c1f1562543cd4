#include "grade/journal.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

#include "grade/journal_line.hpp"

namespace arbiter::grade {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_begin = "begin";
constexpr std::string_view k_journal_format = "gradejournal1";
constexpr std::string_view k_damage = "damage";
constexpr std::string_view k_known = "known";
constexpr auto k_between_syncs = std::chrono::seconds(1);

std::string name_of(std::string_view kind, std::string_view key) {
  std::string name(kind);
  name += ' ';
  name += key;
  return name;
}

Error in_the_way(const fs::path& path) {
  return Error{ErrorKind::usage,
               path.string() + " is in the way: it is no journal of a grading run",
               {},
               "choose another folder with --out"};
}

}  // namespace

Result<std::unique_ptr<Journal>> Journal::open(const fs::path& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) return system_error("cannot make the folder " + folder.string(), failed.value());
  ARBITER_TRY(lock, judge::lock_run_folder(folder));
  if (!lock.is_open()) {
    return Error{ErrorKind::usage,
                 "another process is grading into " + folder.string(),
                 {},
                 "wait until it is done, or choose another folder with --out"};
  }
  const fs::path path = folder / k_journal_name;
  const auto type = fs::symlink_status(path, failed).type();
  if (type != fs::file_type::not_found && type != fs::file_type::regular) return in_the_way(path);
  ARBITER_TRY(log, judge::AppendLog::open(path, judge::OldLines::keep, path.string()));
  std::unique_ptr<Journal> journal(new Journal(std::move(log), std::move(lock)));
  if (auto scanned = journal->scan(); !scanned) {
    if (scanned.error().kind == ErrorKind::usage) return in_the_way(path);
    return std::move(scanned).error().within(path.string());
  }
  journal->syncer_ =
      std::jthread([raw = journal.get()](const std::stop_token& stop) { raw->keep_syncing(stop); });
  return journal;
}

Journal::~Journal() {
  if (syncer_.joinable()) {
    syncer_.request_stop();
    syncer_.join();
  }
  static_cast<void>(finish());
}

Result<void> Journal::scan() {
  std::size_t damaged = 0;
  std::size_t sound = 0;
  bool is_own = false;
  ARBITER_CHECK(for_each_line(log_.descriptor(), [&](std::string_view line, std::uint64_t offset) {
    const auto record = read_journal_line(line);
    if (!record) {
      ++damaged;
      is_own = is_own || begins_as_journal_line(line);
      return;
    }
    ++sound;
    const auto start = static_cast<std::uint64_t>(record->value.data() - line.data());
    places_[name_of(record->kind, record->key)] =
        Place{offset + start, static_cast<std::uint32_t>(record->value.size())};
  }));
  // Not a line of it is ours: whoever wrote it wants to keep it.
  if (sound == 0 && damaged > 0 && !is_own) return Error{ErrorKind::usage, {}, {}, {}};
  if (sound == 0) ARBITER_CHECK(append(k_begin, k_journal_format, "\"arbiter/grade-journal/1\""));
  ARBITER_CHECK(note_damage(damaged));
  places_.erase(name_of(k_begin, k_journal_format));
  places_.erase(name_of(k_damage, k_known));
  return {};
}

/// Damaged lines stay where they are, so it is written down how many are known.
Result<void> Journal::note_damage(std::size_t found) {
  std::size_t known = 0;
  if (const auto said = find(k_damage, k_known)) {
    for (const char digit : *said)
      known = known * 10 + static_cast<std::size_t>(digit - '0');
  }
  damaged_ = found - std::min(found, known);
  if (damaged_ == 0) return {};
  return append(k_damage, k_known, std::to_string(found));
}

std::optional<std::string> Journal::find(std::string_view kind, std::string_view key) const {
  const auto place = places_.find(name_of(kind, key));
  if (place == places_.end()) return std::nullopt;
  std::string value(place->second.length, '\0');
  std::size_t done = 0;
  while (done < value.size()) {
    const auto at = static_cast<off_t>(place->second.offset + done);
    const ssize_t got = ::pread(log_.descriptor(), value.data() + done, value.size() - done, at);
    if (got <= 0) return std::nullopt;
    done += static_cast<std::size_t>(got);
  }
  return value;
}

bool Journal::has(std::string_view kind, std::string_view key) const {
  return places_.contains(name_of(kind, key));
}

Result<void> Journal::append(std::string_view kind, std::string_view key, std::string_view value) {
  const std::string line = journal_line(kind, key, value) + '\n';
  const std::lock_guard lock(mutex_);
  if (sync_failure_) return *sync_failure_;
  ARBITER_CHECK(log_.append(line));
  unsynced_ = true;
  return {};
}

Result<void> Journal::sync() {
  {
    const std::lock_guard lock(mutex_);
    if (sync_failure_) return *sync_failure_;
    if (!unsynced_) return {};
    unsynced_ = false;
  }
  // Without the lock: nobody waits for the disk to append.
  auto synced = log_.sync();
  if (synced) return {};
  const std::lock_guard lock(mutex_);
  sync_failure_ = std::move(synced).error();
  return *sync_failure_;
}

Result<void> Journal::finish() {
  return sync();
}

void Journal::keep_syncing(const std::stop_token& stop) {
  std::mutex own;
  std::unique_lock lock(own);
  while (!stop.stop_requested()) {
    wake_.wait_for(lock, stop, k_between_syncs, [] { return false; });
    // An error is told of by the next append.
    static_cast<void>(sync());
  }
}

}  // namespace arbiter::grade
