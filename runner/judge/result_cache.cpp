#include "judge/result_cache.hpp"

#include <sqlite3.h>

#include <cstdint>

namespace arbiter::judge {
namespace {

constexpr std::size_t k_pending_most = 500;
constexpr std::int64_t k_rows_most = 200000;
constexpr int k_wait_ms = 2000;

/// One prepared statement, for one use.
class Statement {
 public:
  Statement(sqlite3* database, const char* text) {
    if (sqlite3_prepare_v2(database, text, -1, &statement_, nullptr) != SQLITE_OK) {
      statement_ = nullptr;
    }
  }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(statement_); }

  void bind(int index, const std::string& text) {
    if (statement_ == nullptr) return;
    sqlite3_bind_text(statement_, index, text.data(), static_cast<int>(text.size()),
                      SQLITE_TRANSIENT);
  }
  void bind(int index, std::int64_t number) {
    if (statement_ != nullptr) sqlite3_bind_int64(statement_, index, number);
  }
  /// Whether there is a row.
  bool step() { return statement_ != nullptr && sqlite3_step(statement_) == SQLITE_ROW; }
  void reset() { sqlite3_reset(statement_); }
  std::string text(int column) {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
    return bytes == nullptr ? std::string() : std::string(bytes, size);
  }

 private:
  sqlite3_stmt* statement_ = nullptr;
};

bool execute(sqlite3* database, const char* text) {
  return sqlite3_exec(database, text, nullptr, nullptr, nullptr) == SQLITE_OK;
}

}  // namespace

Result<std::unique_ptr<ResultCache>> ResultCache::open(const std::filesystem::path& file) {
  sqlite3* database = nullptr;
  const int opened =
      sqlite3_open_v2(file.c_str(), &database,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, nullptr);
  std::unique_ptr<ResultCache> cache(new ResultCache(database));
  sqlite3_busy_timeout(database, k_wait_ms);
  // Losing the last entries to a power cut costs nothing, so nothing is synced.
  const bool ready =
      opened == SQLITE_OK && execute(database, "PRAGMA journal_mode=WAL") &&
      execute(database, "PRAGMA synchronous=OFF") &&
      execute(database,
              "CREATE TABLE IF NOT EXISTS results(key TEXT PRIMARY KEY, value BLOB NOT NULL)");
  if (!ready) {
    return Error{ErrorKind::judge,
                 std::string("cannot use the cache of results: ") + sqlite3_errmsg(database),
                 {file.string()},
                 "delete the file"};
  }
  return cache;
}

ResultCache::~ResultCache() {
  write_pending();
  drop_old();
  sqlite3_close(database_);
}

std::optional<std::string> ResultCache::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  Statement statement(database_, "SELECT value FROM results WHERE key=?");
  statement.bind(1, key);
  if (!statement.step()) return std::nullopt;
  return statement.text(0);
}

void ResultCache::store(std::string key, std::string value) {
  const std::lock_guard lock(mutex_);
  pending_.emplace_back(std::move(key), std::move(value));
  if (pending_.size() >= k_pending_most) write_pending();
}

void ResultCache::write_pending() {
  if (pending_.empty()) return;
  if (execute(database_, "BEGIN IMMEDIATE")) {
    Statement statement(database_, "INSERT OR REPLACE INTO results VALUES(?,?)");
    for (const auto& [key, value] : pending_) {
      statement.bind(1, key);
      statement.bind(2, value);
      statement.step();
      statement.reset();
    }
    if (!execute(database_, "COMMIT")) execute(database_, "ROLLBACK");
  }
  pending_.clear();
}

void ResultCache::drop_old() {
  Statement statement(database_,
                      "DELETE FROM results WHERE rowid <= (SELECT max(rowid) FROM results) - ?");
  statement.bind(1, k_rows_most);
  statement.step();
}

}  // namespace arbiter::judge
