#include "store/sqlite.hpp"

#include <sqlite3.h>

#include <utility>

namespace arbiter::store {

Result<SqliteFile> SqliteFile::open(const std::filesystem::path& file, int wait_ms) {
  sqlite3* raw = nullptr;
  const int opened =
      sqlite3_open_v2(file.c_str(), &raw,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, nullptr);
  SqliteFile database(raw);
  if (opened != SQLITE_OK) {
    return Error{ErrorKind::judge, "cannot open it: " + database.fault(), {file.string()}, {}};
  }
  sqlite3_busy_timeout(raw, wait_ms);
  database.execute("PRAGMA synchronous=OFF");
  return database;
}

SqliteFile::SqliteFile(SqliteFile&& other) noexcept
    : database_(std::exchange(other.database_, nullptr)) {}

SqliteFile& SqliteFile::operator=(SqliteFile&& other) noexcept {
  std::swap(database_, other.database_);
  return *this;
}

SqliteFile::~SqliteFile() {
  sqlite3_close(database_);
}

bool SqliteFile::execute(const char* text) {
  return sqlite3_exec(database_, text, nullptr, nullptr, nullptr) == SQLITE_OK;
}

std::string SqliteFile::fault() const {
  return sqlite3_errmsg(database_);
}

SqliteStatement::SqliteStatement(SqliteFile& database, const char* text) {
  if (sqlite3_prepare_v2(database.database_, text, -1, &statement_, nullptr) != SQLITE_OK) {
    statement_ = nullptr;
  }
}

SqliteStatement::~SqliteStatement() {
  sqlite3_finalize(statement_);
}

void SqliteStatement::bind(int index, std::string_view text) {
  if (statement_ == nullptr) return;
  // No text is not the same as an empty one.
  const char* bytes = text.data() == nullptr ? "" : text.data();
  sqlite3_bind_text(statement_, index, bytes, static_cast<int>(text.size()), SQLITE_STATIC);
}

void SqliteStatement::bind(int index, std::int64_t number) {
  if (statement_ != nullptr) sqlite3_bind_int64(statement_, index, number);
}

SqliteStep SqliteStatement::step() {
  if (statement_ == nullptr) return SqliteStep::failed;
  const int came = sqlite3_step(statement_);
  if (came == SQLITE_ROW) return SqliteStep::row;
  return came == SQLITE_DONE ? SqliteStep::done : SqliteStep::failed;
}

void SqliteStatement::reset() {
  sqlite3_reset(statement_);
}

std::string SqliteStatement::text(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
  return bytes == nullptr ? std::string() : std::string(bytes, size);
}

std::int64_t SqliteStatement::number(int column) const {
  return sqlite3_column_int64(statement_, column);
}

}  // namespace arbiter::store
