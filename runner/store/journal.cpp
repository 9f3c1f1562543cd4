#include "store/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>

#include "base/text.hpp"
#include "store/hash.hpp"

namespace arbiter::store {
namespace {

void sync_folder(const std::filesystem::path& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd) ::fsync(fd.get());
}

/// Whether the file ends within a line.
bool is_torn(int fd) {
  struct stat info {};
  char last = '\n';
  if (::fstat(fd, &info) != 0 || info.st_size == 0) return false;
  return ::pread(fd, &last, 1, info.st_size - 1) == 1 && last != '\n';
}

namespace fs = std::filesystem;

Result<UniqueFd> lock_file(const fs::path& path, bool wait) {
  // Lock files are never removed: whoever held one that was could not be seen any more.
  UniqueFd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!fd) return system_error("cannot open " + path.string(), errno);
  while (::flock(fd.get(), wait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return UniqueFd();
    if (errno != EINTR) return system_error("cannot lock " + path.string(), errno);
  }
  return fd;
}

constexpr std::string_view k_sum_field = "{\"sum\":\"";
constexpr std::string_view k_kind = "\"kind\":\"";
constexpr std::string_view k_key = "\",\"key\":\"";
constexpr std::string_view k_value = "\",\"value\":";
constexpr std::size_t k_digits = 16;

constexpr std::string_view k_begin = "begin";
constexpr std::string_view k_journal_format = "gradejournal1";
constexpr std::string_view k_damage = "damage";
constexpr std::string_view k_known = "known";
constexpr auto k_between_syncs = std::chrono::seconds(1);
constexpr std::size_t k_largest_cache = std::size_t{64} << 20;

std::string sum_of(std::string_view bytes) {
  return sha256(bytes).substr(0, k_digits);
}

/// A line that has the form of a record; it borrows from it.
struct Parts {
  std::string_view sum;
  std::string_view summed;
  std::string_view name;  ///< kind and key
  std::string_view value;

  [[nodiscard]] bool is_sound() const { return sum_of(summed) == sum; }
};

std::optional<Parts> parts_of(std::string_view line) {
  constexpr std::size_t k_head = k_sum_field.size() + k_digits + 2;
  if (!line.starts_with(k_sum_field) || !line.ends_with('}') || line.size() <= k_head) return {};
  Parts record;
  record.sum = line.substr(k_sum_field.size(), k_digits);
  record.summed = line.substr(k_head);
  if (!line.substr(k_head - 2).starts_with("\",") || !record.summed.starts_with(k_kind)) return {};
  const std::string_view rest = record.summed.substr(k_kind.size());
  const std::size_t end = rest.find(k_value);
  if (end == std::string_view::npos) return {};
  record.name = rest.substr(0, end);
  record.value = rest.substr(end + k_value.size());
  record.value.remove_suffix(1);
  return record;
}

std::string name_of(std::string_view kind, std::string_view key) {
  return fmt::format("{}{}{}", kind, k_key, key);
}

std::string journal_line(std::string_view kind, std::string_view key, std::string_view value) {
  while (value.ends_with('\n'))
    value.remove_suffix(1);
  const std::string rest = fmt::format("{}{}{}{}}}", k_kind, name_of(kind, key), k_value, value);
  return fmt::format("{}{}\",{}\n", k_sum_field, sum_of(rest), rest);
}

/// Whether the line, however damaged, begins as one of a journal.
bool begins_as_journal_line(std::string_view line) {
  return line.starts_with(k_sum_field) || (!line.empty() && k_sum_field.starts_with(line));
}

Error in_the_way(const fs::path& path) {
  return usage_error(path.string() + " is in the way: it is no journal of a grading run",
                     "choose another folder with --out");
}

/// Processes that have the file open go on with the old one: what they append is lost, and made
/// again when it is needed.
void drop_older_half(const fs::path& folder) {
  const fs::path path = folder / k_journal_name;
  const auto file = MappedFile::open(path);
  if (!file || file->bytes().size() <= k_largest_cache) return;
  const auto lock = lock_run_folder(folder);
  if (!lock || !lock->is_open()) return;
  std::string_view newer = file->bytes().substr(file->bytes().size() - k_largest_cache / 2);
  newer.remove_prefix(std::min(newer.find('\n'), newer.size() - 1) + 1);
  // A cache that cannot be made smaller is used as it is.
  static_cast<void>(write_file(path, newer));
}

Result<UniqueFd> lock_records(const fs::path& folder) {
  ARBITER_TRY(lock, lock_run_folder(folder));
  if (lock.is_open()) return lock;
  return usage_error("another process is grading into " + folder.string(),
                     "wait until it is done, or choose another folder with --out");
}

}  // namespace

Result<AppendLog> AppendLog::open(const std::filesystem::path& path, OldLines old,
                                  std::string what) {
  int flags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW;
  if (old == OldLines::drop) flags |= O_TRUNC;
  UniqueFd file(::open(path.c_str(), flags, 0644));
  if (!file) return system_error("cannot write " + path.string(), errno);
  AppendLog log(std::move(file), path, std::move(what));
  log.torn_ = is_torn(log.file_.get());
  return log;
}

Result<void> AppendLog::append(std::string_view line) {
  std::string bytes = torn_ ? "\n" : "";
  bytes += line;
  if (line.empty() || line.back() != '\n') bytes += '\n';
  ssize_t put = 0;
  do {
    put = ::write(file_.get(), bytes.data(), bytes.size());
  } while (put < 0 && errno == EINTR);
  if (put < 0) return system_error("cannot write " + what_, errno);
  if (static_cast<std::size_t>(put) < bytes.size()) {
    torn_ = true;
    // The rest says why the first write was short, or completes it.
    auto rest =
        write_all(file_.get(), std::string_view(bytes).substr(static_cast<std::size_t>(put)));
    if (!rest) return std::move(rest).error().within(what_);
  }
  torn_ = false;
  return {};
}

Result<void> AppendLog::sync() {
  if (::fdatasync(file_.get()) != 0) return system_error("cannot sync " + what_, errno);
  // Once is enough for the names that lead to it.
  if (folder_synced_) return {};
  sync_folder(path_.parent_path());
  sync_folder(path_.parent_path().parent_path());
  folder_synced_ = true;
  return {};
}

Result<UniqueFd> take_lock(const fs::path& folder, const std::string& name, bool wait) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  return lock_file(folder / name, wait);
}

Result<UniqueFd> lock_run_folder(const fs::path& folder) {
  return lock_file(folder / "lock", false);
}

Result<std::unique_ptr<Journal>> Journal::open(const fs::path& folder, JournalUse use) {
  ARBITER_CHECK(make_folders(folder));
  UniqueFd lock;
  if (use == JournalUse::records) {
    ARBITER_SET(lock, lock_records(folder));
  } else {
    drop_older_half(folder);
  }
  const fs::path path = folder / k_journal_name;
  std::error_code failed;
  const auto type = fs::symlink_status(path, failed).type();
  if (type != fs::file_type::not_found && type != fs::file_type::regular) return in_the_way(path);
  ARBITER_TRY(log, AppendLog::open(path, OldLines::keep, path.string()));
  ARBITER_TRY(content, MappedFile::of_descriptor(log.descriptor()));
  std::unique_ptr<Journal> journal(
      new Journal(std::move(log), std::move(lock), std::move(content), use));
  if (auto begun = journal->begin(); !begun) {
    if (begun.error().kind == ErrorKind::usage) return in_the_way(path);
    return std::move(begun).error().within(path.string());
  }
  if (use == JournalUse::cache) return journal;
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
  // A program that is just being started holds the descriptor, too, so closing it may not unlock.
  if (lock_) ::flock(lock_.get(), LOCK_UN);
}

Result<void> Journal::begin() {
  std::size_t damaged = 0;
  bool is_own = false;
  for (const std::string_view line : split_lines(content_.bytes())) {
    is_own = is_own || begins_as_journal_line(line);
    const auto record = parts_of(line);
    if (record && (use_ == JournalUse::cache || record->is_sound())) {
      lines_.insert_or_assign(record->name, line);
    } else {
      ++damaged;
    }
  }
  if (use_ == JournalUse::cache) return {};
  // Not a line of it is ours: whoever wrote it wants to keep it.
  if (lines_.empty() && damaged > 0 && !is_own) return usage_error({});
  const std::string known = find(k_damage, k_known).value_or("0");
  const std::size_t reported = number_in<std::size_t>(known).value_or(0);
  if (lines_.empty()) {
    ARBITER_CHECK(append(k_begin, k_journal_format, "\"arbiter/grade-journal/1\""));
  }
  if (damaged <= reported) return {};
  damaged_ = damaged - reported;
  // Damaged lines stay where they are, so it is written down how many were reported.
  return append(k_damage, k_known, std::to_string(damaged));
}

std::optional<JournalRecord> read_journal_line(std::string_view line) {
  const auto record = parts_of(line);
  if (!record || !record->is_sound()) return std::nullopt;
  const std::size_t kind_end = record->name.find(k_key);
  if (kind_end == std::string_view::npos) return std::nullopt;
  return JournalRecord{record->name.substr(0, kind_end),
                       record->name.substr(kind_end + k_key.size()), record->value};
}

std::optional<std::string> Journal::find(std::string_view kind, std::string_view key) const {
  const auto found = lines_.find(name_of(kind, key));
  const auto record = found == lines_.end() ? std::nullopt : parts_of(found->second);
  if (!record || !record->is_sound()) return std::nullopt;
  return std::string(record->value);
}

Result<void> Journal::append(std::string_view kind, std::string_view key, std::string_view value) {
  const std::string line = journal_line(kind, key, value);
  const std::lock_guard lock(mutex_);
  if (sync_failure_) return *sync_failure_;
  ARBITER_CHECK(log_.append(line));
  unsynced_ = true;
  return {};
}

Result<void> Journal::finish() {
  {
    const std::lock_guard lock(mutex_);
    if (sync_failure_) return *sync_failure_;
    if (!std::exchange(unsynced_, false) || use_ == JournalUse::cache) return {};
  }
  // Without the lock: nobody waits for the disk to append.
  auto synced = log_.sync();
  if (synced) return {};
  const std::lock_guard lock(mutex_);
  sync_failure_ = std::move(synced).error();
  return *sync_failure_;
}

void Journal::keep_syncing(const std::stop_token& stop) {
  std::mutex own;
  std::unique_lock lock(own);
  while (!stop.stop_requested()) {
    wake_.wait_for(lock, stop, k_between_syncs, [] { return false; });
    // An error is reported by the next append.
    static_cast<void>(finish());
  }
}

}  // namespace arbiter::store
