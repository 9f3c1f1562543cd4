#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "base/units.hpp"
#include "store/append_log.hpp"
#include "store/entry_store.hpp"

namespace arbiter::store {

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
  explicit ProgramCache(const std::filesystem::path& cache)
      : programs_(cache / "programs", {}, 0755), locks_(cache / "locks") {}

  /// The entry, now the most recently used one.
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

/// How much the cache of compiled programs, precompiled headers and made tests may hold:
/// $ARBITER_CACHE_MIB, by default 2 GiB.
Bytes cache_limit();

/// Deletes the least recently used entries of <cache>/programs, precompiled and tests until all
/// together hold at most `limit`. Entries used a short time ago stay, because somebody may be using
/// them; so do young folders of entries in the making, older ones were left by a killed process
/// and go. Does nothing while another process does it.
void prune_cache(const std::filesystem::path& cache, Bytes limit);

}  // namespace arbiter::store
