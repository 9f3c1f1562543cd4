#include "store/program_cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/file.hpp"
#include "base/own_folder.hpp"
#include "base/temp_dir.hpp"
#include "store/hash.hpp"

namespace arbiter::store {
namespace {

namespace fs = std::filesystem;

// A record file: a line with the SHA-256 of everything after it; a line "ok SIZE SHA-256" of the
// program ("-" for none), "failed 0 -" if it did not compile; a line with the size of the help;
// the help; the log.
struct Record {
  bool ok = false;
  std::uint64_t program_size = 0;
  std::string program_hash = "-";
  std::string help;
  std::string log;
};

std::string write_record(const Record& record) {
  const std::string body =
      fmt::format("{} {} {}\n{}\n{}{}", record.ok ? "ok" : "failed", record.program_size,
                  record.program_hash, record.help.size(), record.help, record.log);
  return sha256(body) + "\n" + body;
}

/// Cuts off and gives the text before the next `end`.
std::string_view cut(std::string_view& text, char end) {
  const std::size_t at = text.find(end);
  const std::string_view piece = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
  return piece;
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Record> read_record(std::string_view text) {
  const std::string_view hash = cut(text, '\n');
  if (hash != sha256(text)) return std::nullopt;
  Record record;
  record.ok = cut(text, ' ') == "ok";
  const auto size = number(cut(text, ' '));
  record.program_hash = cut(text, '\n');
  const auto help_size = number(cut(text, '\n'));
  if (!size || !help_size || *help_size > text.size()) return std::nullopt;
  record.program_size = *size;
  record.help = text.substr(0, *help_size);
  record.log = text.substr(*help_size);
  return record;
}

bool program_is_whole(const fs::path& path, const Record& record) {
  const auto mapped = MappedFile::open(path);
  return mapped && mapped->bytes().size() == record.program_size &&
         sha256(mapped->bytes()) == record.program_hash;
}

Result<void> copy_program(int fd, const fs::path& to) {
  ARBITER_TRY(mapped, MappedFile::of_descriptor(fd));
  UniqueFd copy(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0755));
  if (!copy) return system_error("cannot write " + to.string(), errno);
  return write_all(copy.get(), mapped.bytes());
}

Result<void> put_in_place(TempDir& made, const fs::path& place) {
  std::error_code failure;
  fs::rename(made.path(), place, failure);
  if (failure) {
    // What is there is damaged: nobody stores without having looked, under the lock.
    std::error_code ignored;
    fs::remove_all(place, ignored);
    fs::rename(made.path(), place, failure);
  }
  if (failure) return system_error("cannot write " + place.string(), failure.value());
  made.release();
  return {};
}

}  // namespace

Result<UniqueFd> take_lock(const fs::path& folder, const std::string& name, bool wait) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  const fs::path path = folder / name;
  // Lock files are never removed: whoever held one that was could not be seen any more.
  UniqueFd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!fd) return system_error("cannot open " + path.string(), errno);
  while (::flock(fd.get(), wait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return UniqueFd();
    if (errno != EINTR) return system_error("cannot lock " + path.string(), errno);
  }
  return fd;
}

Result<UniqueFd> ProgramCache::lock(const std::string& key) const {
  // By the first digits only, so that there are never more than 256 lock files.
  return take_lock(locks_, "program-" + key.substr(0, 2), true);
}

std::optional<CompileRecord> ProgramCache::find(const std::string& key) const {
  const fs::path folder = programs_ / key;
  if (!is_own(folder) || !is_own(folder / "record")) return std::nullopt;
  const auto text = read_file(folder / "record", mib(16));
  if (!text) return std::nullopt;
  auto record = read_record(*text);
  if (!record) return std::nullopt;
  CompileRecord found{record->ok, std::move(record->log), std::move(record->help), {}};
  if (record->program_hash != "-") {
    found.program = folder / "program";
    if (!is_own(found.program) || !program_is_whole(found.program, *record)) return std::nullopt;
  }
  // The record's time is that of its last use; see prune_cache.
  ::utimensat(AT_FDCWD, (folder / "record").c_str(), nullptr, 0);
  return found;
}

Result<CompileRecord> ProgramCache::store(const std::string& key, CompileRecord record,
                                          int program_fd) const {
  std::error_code failure;
  fs::create_directories(programs_, failure);
  ARBITER_TRY(made, TempDir::make("new", programs_));
  Record written{record.ok, 0, "-", record.help, record.log};
  if (program_fd >= 0) {
    ARBITER_TRY(mapped, MappedFile::of_descriptor(program_fd));
    written.program_size = mapped.bytes().size();
    written.program_hash = sha256(mapped.bytes());
    ARBITER_CHECK(copy_program(program_fd, made.path() / "program"));
    record.program = programs_ / key / "program";
  }
  ARBITER_CHECK(write_file(made.path() / "record", write_record(written)));
  ARBITER_CHECK(put_in_place(made, programs_ / key));
  return record;
}

namespace {

namespace fs = std::filesystem;

struct Entry {
  fs::path folder;
  fs::file_time_type used;
  std::int64_t size = 0;
  bool is_unfinished = false;
};

Entry entry_of(const fs::path& folder) {
  std::error_code failure;
  Entry entry{folder, fs::last_write_time(folder / "record", failure), 0, false};
  entry.is_unfinished = folder.filename().string().rfind("new.", 0) == 0;
  if (failure || entry.is_unfinished) entry.used = fs::last_write_time(folder, failure);
  fs::recursive_directory_iterator it(folder, failure);
  for (; !failure && it != fs::recursive_directory_iterator(); it.increment(failure)) {
    std::error_code gone;
    const auto size = it->is_regular_file(gone) ? it->file_size(gone) : 0;
    if (!gone) entry.size += static_cast<std::int64_t>(size);
  }
  return entry;
}

std::vector<Entry> entries_of(const fs::path& cache) {
  std::vector<Entry> entries;
  for (const char* part : {"programs", "precompiled", "tests"}) {
    std::error_code failure;
    fs::directory_iterator it(cache / part, failure);
    for (; !failure && it != fs::directory_iterator(); it.increment(failure)) {
      entries.push_back(entry_of(it->path()));
    }
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.used < b.used; });
  return entries;
}

}  // namespace

Bytes cache_limit() {
  constexpr std::int64_t k_default_mib = 2048;
  const char* text = std::getenv("ARBITER_CACHE_MIB");
  if (text == nullptr) return mib(k_default_mib);
  const std::string_view digits(text);
  std::int64_t value = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  constexpr std::int64_t k_most_mib = std::int64_t{1} << 40U;
  const bool is_number = failure == std::errc() && end == digits.data() + digits.size();
  return is_number && value >= 0 && value <= k_most_mib ? mib(value) : mib(k_default_mib);
}

void prune_cache(const fs::path& cache, Bytes limit, std::chrono::seconds grace) {
  const auto lock = take_lock(cache / "locks", "prune", false);
  if (!lock || !lock->is_open()) return;
  const std::vector<Entry> entries = entries_of(cache);
  std::int64_t total = 0;
  for (const Entry& entry : entries)
    total += entry.size;
  const auto oldest_in_use = fs::file_time_type::clock::now() - grace;
  for (const Entry& entry : entries) {
    if (entry.used > oldest_in_use) continue;
    if (total <= limit.count && !entry.is_unfinished) continue;
    std::error_code ignored;
    fs::remove_all(entry.folder, ignored);
    total -= entry.size;
  }
}

}  // namespace arbiter::store
