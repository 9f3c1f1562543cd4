#include "store/journal.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <system_error>
#include <utility>

#include "store/journal_line.hpp"

namespace arbiter::store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_begin = "begin";
constexpr std::string_view k_journal_format = "gradejournal1";
constexpr std::string_view k_damage = "damage";
constexpr std::string_view k_known = "known";
constexpr auto k_between_syncs = std::chrono::seconds(1);

constexpr const char* k_was_changed = "the journal was changed since";

std::size_t number_in(const JournalFound& found) {
  std::size_t number = 0;
  for (const char digit : found.value.value_or(""))
    number = number * 10 + static_cast<std::size_t>(digit - '0');
  return number;
}

Error in_the_way(const fs::path& path) {
  return usage_error(path.string() + " is in the way: it is not the journal of a grading run",
                     "choose another folder with --out");
}

}  // namespace

Result<std::unique_ptr<Journal>> Journal::open(const fs::path& folder, IndexUse use) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) return system_error("cannot make the folder " + folder.string(), failed.value());
  ARBITER_TRY(lock, lock_run_folder(folder));
  if (!lock.is_open()) {
    return usage_error("another process is grading into " + folder.string(),
                       "wait until it ends, or choose another folder with --out");
  }
  const fs::path path = folder / k_journal_name;
  const auto type = fs::symlink_status(path, failed).type();
  if (type != fs::file_type::not_found && type != fs::file_type::regular) return in_the_way(path);
  ARBITER_TRY(log, AppendLog::open(path, OldLines::keep, path.string()));
  std::unique_ptr<Journal> journal(
      new Journal(std::move(log), std::move(lock), folder / k_journal_index_name));
  if (auto begun = journal->begin(use); !begun) {
    if (begun.error().kind == ErrorKind::usage) return in_the_way(path);
    return std::move(begun).error().within(path.string());
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

Result<void> Journal::begin(IndexUse use) {
  load_index(use);
  ARBITER_TRY(is_own, read_on());
  auto known = find_record(log_.descriptor(), rows_, k_damage, k_known);
  if (!known.fits) {
    drop_index(k_was_changed);
    ARBITER_CHECK(read_on());
    known = find_record(log_.descriptor(), rows_, k_damage, k_known);
  }
  // Not a line of it is ours: whoever wrote it wants to keep it.
  if (rows_.empty() && damaged_lines_ > 0 && !is_own) return usage_error({});
  if (!index_) index_ = JournalIndex::make(index_file_);
  opened_end_ = end_;
  known_damage_ = number_in(known);
  if (rows_.empty()) {
    ARBITER_CHECK(put(k_begin, k_journal_format, "\"arbiter/grade-journal/1\""));
  }
  return note_damage();
}

void Journal::load_index(IndexUse use) {
  if (use == IndexUse::make_again) return;
  auto loaded = JournalIndex::load(index_file_);
  if (!loaded) {
    if (!loaded.error().message.empty()) index_fault_ = loaded.error().message;
    return;
  }
  if (!is_index_of(log_.descriptor(), loaded->state, loaded->rows)) {
    index_fault_ = k_was_changed;
    return;
  }
  index_ = std::move(loaded->index);
  rows_ = std::move(loaded->rows);
  damaged_lines_ = loaded->state.damaged;
  end_ = loaded->state.size;
  sort_rows(rows_);
}

void Journal::drop_index(std::string why) {
  index_.reset();
  index_fault_ = std::move(why);
  rows_.clear();
  fresh_.clear();
  damaged_lines_ = 0;
  end_ = 0;
}

/// All that is behind what is known. Whether some of it is a journal's.
Result<bool> Journal::read_on() {
  ARBITER_TRY(scan, scan_journal(log_.descriptor(), end_));
  scanned_ += scan.end - end_;
  end_ = scan.end;
  damaged_lines_ += scan.damaged;
  rows_.insert(rows_.end(), scan.rows.begin(), scan.rows.end());
  sort_rows(rows_);
  fresh_ = std::move(scan.rows);
  return scan.is_own;
}

/// Where a row leads to something else, the index is wrong or the journal was damaged, and only the
/// whole journal tells. `rows_mutex_` is held.
bool Journal::read_again() {
  const std::lock_guard index_lock(index_mutex_);
  const std::lock_guard lock(mutex_);
  ++times_read_;
  auto scan = scan_journal(log_.descriptor(), 0);
  if (!scan) return false;
  scanned_ += scan->end;
  if (scan->damaged <= damaged_lines_) index_fault_ = "it says something else than the journal";
  damaged_lines_ = scan->damaged;
  end_ = scan->end;
  rows_.clear();
  std::copy_if(scan->rows.begin(), scan->rows.end(), std::back_inserter(rows_),
               [&](const JournalRow& row) { return row.offset < opened_end_; });
  sort_rows(rows_);
  fresh_ = std::move(scan->rows);
  index_ = JournalIndex::make(index_file_);
  // A full disk is told of by the next append.
  static_cast<void>(note_damage());
  return true;
}

/// Damaged lines stay where they are, so it is written down how many are known.
Result<void> Journal::note_damage() {
  if (damaged_lines_ <= known_damage_) return {};
  damaged_ += damaged_lines_ - known_damage_;
  known_damage_ = damaged_lines_;
  return put(k_damage, k_known, std::to_string(known_damage_));
}

std::optional<std::string> Journal::find(std::string_view kind, std::string_view key) {
  std::size_t times_read = 0;
  {
    const std::shared_lock lock(rows_mutex_);
    auto found = find_record(log_.descriptor(), rows_, kind, key);
    if (found.fits) return std::move(found.value);
    times_read = times_read_;
  }
  const std::lock_guard lock(rows_mutex_);
  // Another thread may have met the same.
  if (times_read == times_read_ && !read_again()) return std::nullopt;
  return find_record(log_.descriptor(), rows_, kind, key).value;
}

std::size_t Journal::records() const {
  const std::shared_lock lock(rows_mutex_);
  std::size_t count = 0;
  const auto own = {journal_name(k_begin, k_journal_format), journal_name(k_damage, k_known)};
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const bool is_first = i == 0 || rows_[i].name != rows_[i - 1].name;
    if (is_first && std::find(own.begin(), own.end(), rows_[i].name) == own.end()) ++count;
  }
  return count;
}

std::optional<std::string> Journal::index_fault() const {
  const std::lock_guard lock(mutex_);
  return index_fault_;
}

Result<void> Journal::append(std::string_view kind, std::string_view key, std::string_view value) {
  const std::lock_guard lock(mutex_);
  return put(kind, key, value);
}

/// As `append`. `mutex_` is held, or nobody else knows of the journal yet.
Result<void> Journal::put(std::string_view kind, std::string_view key, std::string_view value) {
  if (sync_failure_) return *sync_failure_;
  const std::string line = journal_line(kind, key, value) + '\n';
  ARBITER_CHECK(log_.append(line));
  unsynced_ = true;
  const auto end = static_cast<std::uint64_t>(::lseek(log_.descriptor(), 0, SEEK_END));
  const std::uint64_t begin = end - line.size();
  // A line lies between that was cut off by a full disk.
  if (begin != end_) ++damaged_lines_;
  end_ = end;
  if (index_) fresh_.push_back({begin, journal_name(kind, key), line.size() - 1});
  return {};
}

Result<void> Journal::sync() {
  bool is_synced = false;
  {
    const std::lock_guard lock(mutex_);
    if (sync_failure_) return *sync_failure_;
    is_synced = !std::exchange(unsynced_, false);
  }
  // Without the lock: nobody waits for the disk to append.
  auto synced = is_synced ? Result<void>() : log_.sync();
  if (synced) {
    write_index();
    return {};
  }
  const std::lock_guard lock(mutex_);
  sync_failure_ = std::move(synced).error();
  return *sync_failure_;
}

/// Behind the journal, and with no complaint: what is not in the index is read when it is opened.
void Journal::write_index() {
  const std::lock_guard index_lock(index_mutex_);
  std::vector<JournalRow> rows;
  JournalState state;
  {
    const std::lock_guard lock(mutex_);
    if (!index_ || fresh_.empty()) return;
    const auto now = journal_state(log_.descriptor(), damaged_lines_);
    // An index ends where a line does.
    if (!now || now->size != end_) return;
    state = *now;
    rows.swap(fresh_);
  }
  if (index_->add(rows, state)) return;
  const std::lock_guard lock(mutex_);
  fresh_.insert(fresh_.begin(), rows.begin(), rows.end());
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

}  // namespace arbiter::store
