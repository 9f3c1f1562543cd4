#include "store/entry_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <system_error>

#include "base/file.hpp"
#include "base/own_folder.hpp"
#include "base/temp_dir.hpp"
#include "base/text.hpp"
#include "store/hash.hpp"

namespace arbiter::store {
namespace {

namespace fs = std::filesystem;

/// Who may have written what is believed.
using Trusted = bool (*)(const fs::path&);

/// The files of an entry, which begin with `prefix`; none if one of them is damaged.
std::optional<EntryFiles> read_entry(const fs::path& entry, const std::string& prefix,
                                     Trusted is_trusted) {
  if (!is_trusted(entry) || !is_trusted(entry / "record")) return std::nullopt;
  const auto record = read_file(entry / "record", mib(1));
  if (!record) return std::nullopt;
  EntryFiles files;
  bool is_complete = false;
  for (const std::string_view line : split_lines(*record)) {
    const std::size_t blank = line.find(' ');
    const std::string hash(line.substr(0, blank));
    is_complete = hash == "end";
    if (is_complete || blank == std::string_view::npos) break;
    const std::string name(line.substr(blank + 1));
    const fs::path path = entry / (prefix + name);
    if (!is_trusted(path)) return std::nullopt;
    const auto file = MappedFile::open(path);
    if (!file || sha256(file->bytes()) != hash) return std::nullopt;
    files[name] = path;
  }
  if (!is_complete) return std::nullopt;
  return files;
}

/// Without waiting for the disk: a file that did not reach it is a miss, by its hash.
Result<void> write_quickly(const fs::path& path, std::string_view bytes, ::mode_t mode) {
  UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
  if (!file) return system_error("cannot write " + path.string(), errno);
  return write_all(file.get(), bytes);
}

// The files of an entry. The first is there if the program compiled, and is empty.
constexpr const char* k_ok = "ok";
constexpr const char* k_log = "log";
constexpr const char* k_help = "help";
constexpr const char* k_program = "program";

Result<CompileRecord> record_of(const EntryFiles& files) {
  CompileRecord record;
  record.ok = files.contains(k_ok);
  ARBITER_SET(record.log, read_file(files.at(k_log), mib(16)));
  ARBITER_SET(record.help, read_file(files.at(k_help), mib(16)));
  if (const auto program = files.find(k_program); program != files.end())
    record.program = program->second;
  return record;
}

constexpr const char* k_entry_folders[] = {"programs", "precompiled", "tests", "valid", "verified"};
// What was used so short a time ago, somebody may be using.
constexpr std::chrono::minutes k_grace(15);

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
  entry.size = size_of(folder).count;
  return entry;
}

std::vector<Entry> entries_of(const fs::path& cache) {
  std::vector<Entry> entries;
  for (const char* part : k_entry_folders) {
    std::error_code failure;
    fs::directory_iterator it(cache / part, failure);
    for (; !failure && it != fs::directory_iterator(); it.increment(failure)) {
      entries.push_back(entry_of(it->path()));
    }
  }
  std::ranges::sort(entries, {}, &Entry::used);
  return entries;
}

}  // namespace

Bytes size_of(const fs::path& folder) {
  Bytes total;
  std::error_code code;
  for (fs::recursive_directory_iterator it(folder, code), end; !code && it != end;
       it.increment(code)) {
    std::error_code gone;
    const auto size = it->symlink_status(gone).type() == fs::file_type::regular
                          ? it->file_size(gone)
                          : std::uintmax_t{0};
    if (!gone) total.count += static_cast<std::int64_t>(size);
  }
  return total;
}

std::optional<EntryFiles> EntryStore::find(const std::string& key) const {
  const fs::path entry = folder_ / key;
  auto files = read_entry(entry, prefix_, is_own);
  // The record's time is that of its last use; see prune_cache.
  if (files) ::utimensat(AT_FDCWD, (entry / "record").c_str(), nullptr, 0);
  return files;
}

Result<void> EntryStore::put_in_place(const fs::path& made, const std::string& key) const {
  const fs::path place = folder_ / key;
  std::error_code failure;
  fs::rename(made, place, failure);
  // Somebody else may have been quicker.
  if (!failure || find(key)) return {};
  // What is there is damaged.
  std::error_code ignored;
  fs::remove_all(place, ignored);
  fs::rename(made, place, failure);
  if (!failure || find(key)) return {};
  return system_error("cannot write " + place.string(), failure.value());
}

Result<EntryFiles> EntryStore::store(const std::string& key,
                                     const std::map<std::string, std::string_view>& files) const {
  std::error_code failure;
  fs::create_directories(folder_, failure);
  ARBITER_TRY(made, TempDir::make("new", folder_));
  std::string record;
  EntryFiles kept;
  for (const auto& [name, bytes] : files) {
    ARBITER_CHECK(write_quickly(made.path() / (prefix_ + name), bytes, mode_));
    record += fmt::format("{} {}\n", sha256(bytes), name);
    kept[name] = folder_ / key / (prefix_ + name);
  }
  ARBITER_CHECK(write_quickly(made.path() / "record", record + "end\n", mode_));
  ARBITER_CHECK(put_in_place(made.path(), key));
  return kept;
}

Result<EntryFiles> EntryStore::rename(const std::string& from, const std::string& to) const {
  ARBITER_CHECK(put_in_place(folder_ / from, to));
  auto files = find(to);
  if (files) return *std::move(files);
  return judge_error("the files in " + (folder_ / to).string() + " are damaged");
}

std::optional<EntryFiles> EntryStore::find_or_copy(const std::string& key) const {
  auto own = find(key);
  if (own || !is_own_or_roots(shipped_)) return own;
  const auto files = read_entry(shipped_ / key, prefix_, is_own_or_roots);
  if (!files) return std::nullopt;
  std::vector<MappedFile> mapped;
  std::map<std::string, std::string_view> contents;
  for (const auto& [name, path] : *files) {
    auto file = MappedFile::open(path);
    if (!file) return std::nullopt;
    mapped.push_back(std::move(file).value());
    contents[name] = mapped.back().bytes();
  }
  auto copied = store(key, contents);
  return copied ? std::optional(*std::move(copied)) : std::nullopt;
}

Result<UniqueFd> ProgramCache::lock(const std::string& key) const {
  // By the first digits only, so that there are never more than 256 lock files.
  return take_lock(locks_, "program-" + key.substr(0, 2), true);
}

std::optional<CompileRecord> ProgramCache::find(const std::string& key) const {
  const auto files = programs_.find_or_copy(key);
  if (!files || !files->contains(k_log) || !files->contains(k_help)) return std::nullopt;
  auto record = record_of(*files);
  return record ? std::optional(std::move(*record)) : std::nullopt;
}

Result<CompileRecord> ProgramCache::store(const std::string& key, const CompileRecord& record,
                                          int program_fd) const {
  std::map<std::string, std::string_view> files = {{k_log, record.log}, {k_help, record.help}};
  if (record.ok) files[k_ok] = "";
  std::optional<MappedFile> program;
  if (program_fd >= 0) {
    ARBITER_SET(program, MappedFile::of_descriptor(program_fd));
    files[k_program] = program->bytes();
  }
  ARBITER_TRY(kept, programs_.store(key, files));
  return record_of(kept);
}

Bytes cache_limit() {
  constexpr std::int64_t k_default_mib = 2048;
  const char* text = std::getenv("ARBITER_CACHE_MIB");
  if (text == nullptr) return mib(k_default_mib);
  const std::int64_t value = number_in<std::int64_t>(text).value_or(-1);
  constexpr std::int64_t k_most_mib = std::int64_t{1} << 40U;
  return mib(value >= 0 && value <= k_most_mib ? value : k_default_mib);
}

std::vector<CachePart> cache_parts(const fs::path& cache) {
  std::vector<CachePart> parts;
  std::error_code failed;
  for (fs::directory_iterator it(cache, failed); !failed && it != fs::directory_iterator();
       it.increment(failed)) {
    CachePart part{it->path().filename().string(), 0, size_of(it->path())};
    const bool has_entries =
        std::ranges::find(k_entry_folders, part.name) != std::end(k_entry_folders);
    std::error_code gone;
    if (has_entries) {
      part.entries = static_cast<std::size_t>(
          std::distance(fs::directory_iterator(it->path(), gone), fs::directory_iterator()));
    }
    // Locks hold nothing.
    if (part.entries > 0 || part.size.count > 0) parts.push_back(std::move(part));
  }
  std::ranges::sort(parts, {}, &CachePart::name);
  return parts;
}

Result<CleanedCache> clean_cache(const fs::path& cache, Nanoseconds older_than) {
  CleanedCache cleaned;
  std::error_code failed;
  if (!fs::exists(cache, failed)) return cleaned;
  ARBITER_TRY(lock, take_lock(cache / "locks", "prune", true));
  const auto now = fs::file_time_type::clock::now();
  const auto age = std::chrono::duration_cast<fs::file_time_type::duration>(older_than);
  std::vector<Entry> entries = entries_of(cache);
  const fs::path results = cache / "results";
  if (fs::exists(results / k_journal_name, failed)) {
    entries.push_back({results, fs::last_write_time(results / k_journal_name, failed),
                       size_of(results).count, false});
  }
  for (const Entry& entry : entries) {
    if (entry.used > now - age) continue;
    if (entry.used > now - k_grace) {
      ++cleaned.in_use;
      continue;
    }
    fs::remove_all(entry.folder, failed);
    if (failed) return system_error("cannot delete " + entry.folder.string(), failed.value());
    ++cleaned.entries;
    cleaned.size.count += entry.size;
  }
  return cleaned;
}

void prune_cache(const fs::path& cache, Bytes limit) {
  const auto lock = take_lock(cache / "locks", "prune", false);
  if (!lock || !lock->is_open()) return;
  const std::vector<Entry> entries = entries_of(cache);
  std::int64_t total = 0;
  for (const Entry& entry : entries)
    total += entry.size;
  const auto oldest_in_use = fs::file_time_type::clock::now() - k_grace;
  for (const Entry& entry : entries) {
    if (entry.used > oldest_in_use) continue;
    if (total <= limit.count && !entry.is_unfinished) continue;
    std::error_code ignored;
    fs::remove_all(entry.folder, ignored);
    total -= entry.size;
  }
}

}  // namespace arbiter::store
