#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "store/sqlite.hpp"

namespace arbiter::store {

/// Texts kept under keys, in one file, across runs of the program; several programs may use it at
/// once. It is only a cache: whatever goes wrong with it, lookups find nothing and nothing else
/// happens. Safe to use from several threads.
class ResultCache {
 public:
  /// Error: the file cannot be made or is not such a cache; the caller goes on without.
  static Result<std::unique_ptr<ResultCache>> open(const std::filesystem::path& file);

  ResultCache(const ResultCache&) = delete;
  ResultCache& operator=(const ResultCache&) = delete;
  ~ResultCache();  ///< writes what was stored

  std::optional<std::string> find(const std::string& key);
  /// Kept in memory at first and written by hundreds.
  void store(std::string key, std::string value);

 private:
  explicit ResultCache(SqliteFile database) : database_(std::move(database)) {}
  void write_pending();
  void drop_old();

  std::mutex mutex_;
  SqliteFile database_;
  std::vector<std::pair<std::string, std::string>> pending_;
};

}  // namespace arbiter::store
