#include "store/result_cache.hpp"

#include <cstdint>

namespace arbiter::store {
namespace {

constexpr std::size_t k_pending_most = 500;
constexpr std::int64_t k_rows_most = 200000;
constexpr int k_wait_ms = 2000;

}  // namespace

Result<std::unique_ptr<ResultCache>> ResultCache::open(const std::filesystem::path& file) {
  const auto useless = [&](const std::string& why) {
    return Error{ErrorKind::judge,
                 "cannot use the cache of results: " + why,
                 {file.string()},
                 "delete the file"};
  };
  auto database = SqliteFile::open(file, k_wait_ms);
  if (!database) return useless(database.error().message);
  const bool ready =
      database->execute("PRAGMA journal_mode=WAL") &&
      database->execute(
          "CREATE TABLE IF NOT EXISTS results(key TEXT PRIMARY KEY, value BLOB NOT NULL)");
  if (!ready) return useless(database->fault());
  return std::unique_ptr<ResultCache>(new ResultCache(std::move(*database)));
}

ResultCache::~ResultCache() {
  write_pending();
  drop_old();
}

std::optional<std::string> ResultCache::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  SqliteStatement statement(database_, "SELECT value FROM results WHERE key=?");
  statement.bind(1, key);
  if (statement.step() != SqliteStep::row) return std::nullopt;
  return statement.text(0);
}

void ResultCache::store(std::string key, std::string value) {
  const std::lock_guard lock(mutex_);
  pending_.emplace_back(std::move(key), std::move(value));
  if (pending_.size() >= k_pending_most) write_pending();
}

void ResultCache::write_pending() {
  if (pending_.empty()) return;
  if (database_.execute("BEGIN IMMEDIATE")) {
    SqliteStatement statement(database_, "INSERT OR REPLACE INTO results VALUES(?,?)");
    for (const auto& [key, value] : pending_) {
      statement.bind(1, key);
      statement.bind(2, value);
      statement.step();
      statement.reset();
    }
    if (!database_.execute("COMMIT")) database_.execute("ROLLBACK");
  }
  pending_.clear();
}

void ResultCache::drop_old() {
  SqliteStatement statement(
      database_, "DELETE FROM results WHERE rowid <= (SELECT max(rowid) FROM results) - ?");
  statement.bind(1, k_rows_most);
  statement.step();
}

}  // namespace arbiter::store
