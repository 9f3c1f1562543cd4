#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "base/units.hpp"
#include "store/journal.hpp"

namespace arbiter::store {

/// The files of an entry, by name.
using EntryFiles = std::map<std::string, std::filesystem::path>;

/// A folder of entries: <folder>/<key>/{record,…}. An entry appears in one step, and its record has
/// the hash of each file: a damaged one is a miss. Safe for several threads and processes.
class EntryStore {
 public:
  /// Files are called `prefix` and their name, and have this mode. `shipped` is a folder of entries
  /// that came with the program; empty if there is none.
  explicit EntryStore(std::filesystem::path folder, std::string prefix = {}, ::mode_t mode = 0644,
                      std::filesystem::path shipped = {})
      : folder_(std::move(folder)),
        prefix_(std::move(prefix)),
        mode_(mode),
        shipped_(std::move(shipped)) {}

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  /// The entry, now the most recently used one.
  [[nodiscard]] std::optional<EntryFiles> find(const std::string& key) const;
  /// The entry. If only what was shipped has it, and nobody but root and this user could write it
  /// there, it is copied: a newer installation must take no file from a judge that is at work.
  [[nodiscard]] std::optional<EntryFiles> find_or_copy(const std::string& key) const;
  /// Keeps these contents, unless a good entry is there. Error: disk full, folder not writable.
  [[nodiscard]] Result<EntryFiles> store(
      const std::string& key, const std::map<std::string, std::string_view>& files) const;
  /// Gives an entry another key. Error: cannot be written.
  [[nodiscard]] Result<EntryFiles> rename(const std::string& from, const std::string& to) const;

 private:
  /// Makes a folder the entry, unless a good one is there.
  [[nodiscard]] Result<void> put_in_place(const std::filesystem::path& made,
                                          const std::string& key) const;

  std::filesystem::path folder_;
  std::string prefix_;
  ::mode_t mode_;
  std::filesystem::path shipped_;
};

/// How much the files in a folder and below it hold.
Bytes size_of(const std::filesystem::path& folder);

/// Made tests by the extensions of their files, with the dot: <cache>/tests/<key>/testcase.in, ….
using TestFiles = EntryFiles;
class TestStore : public EntryStore {
 public:
  explicit TestStore(const std::filesystem::path& cache, std::filesystem::path shipped = {})
      : EntryStore(cache / "tests", "testcase", 0644, std::move(shipped)) {}
};

/// What came of a compile, as the cache keeps it.
struct CompileRecord {
  bool ok = false;
  std::string log;
  std::string help;               ///< what only further compiles could find out; may be empty
  std::filesystem::path program;  ///< the compiled file; empty if there is none
};

/// The compiled programs: entries of <cache>/programs.
class ProgramCache {
 public:
  explicit ProgramCache(const std::filesystem::path& cache, std::filesystem::path shipped = {})
      : programs_(cache / "programs", {}, 0755, std::move(shipped)), locks_(cache / "locks") {}

  /// The entry, now the most recently used one; copied from what was shipped if only that has it.
  [[nodiscard]] std::optional<CompileRecord> find(const std::string& key) const;

  /// Waits until nobody else works on `key`, and keeps others waiting while the descriptor is
  /// open. Error: the cache cannot be written.
  [[nodiscard]] Result<UniqueFd> lock(const std::string& key) const;

  /// Keeps `record`, with the program that `program_fd` refers to unless that is -1; gives the
  /// record with `program` set. Error: disk full, folder not writable.
  [[nodiscard]] Result<CompileRecord> store(const std::string& key, const CompileRecord& record,
                                            int program_fd) const;

 private:
  EntryStore programs_;
  std::filesystem::path locks_;
};

/// How much the cache of compiled programs, precompiled headers, made tests, known inputs and
/// verifications may hold: $ARBITER_CACHE_MIB, by default 2 GiB.
Bytes cache_limit();

/// One folder of the cache.
struct CachePart {
  std::string name;         ///< "programs"
  std::size_t entries = 0;  ///< 0 of what has none
  Bytes size;
};
/// All of them, by name. Empty where there is no cache.
std::vector<CachePart> cache_parts(const std::filesystem::path& cache);

/// What was deleted, and what stays since somebody may be using it.
struct CleanedCache {
  std::size_t entries = 0;
  Bytes size;
  std::size_t in_use = 0;
};
/// Deletes everything that was not used for so long, but nothing that was used in the last 15
/// minutes. Results of test cases are one file, which goes as a whole. Error: another process is
/// cleaning and does not end, or the folder cannot be written.
Result<CleanedCache> clean_cache(const std::filesystem::path& cache, Nanoseconds older_than);

/// Deletes the least recently used entries of <cache>/programs, precompiled, tests, valid and
/// verified until all together hold at most `limit`. Entries used a short time ago stay, because
/// somebody may be using them; so do young folders of entries in the making, older ones were left
/// by a killed process and go. Does nothing while another process does it.
void prune_cache(const std::filesystem::path& cache, Bytes limit);

}  // namespace arbiter::store
