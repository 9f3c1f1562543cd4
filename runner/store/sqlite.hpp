#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace arbiter::store {

/// A SQLite database in one file. Nothing is synced: what is kept in it can be made again, so a
/// power cut may cost all of it, but a killed process costs nothing that was committed.
class [[nodiscard]] SqliteFile {
 public:
  /// Makes the file if it is missing. While another process writes, each call waits up to
  /// `wait_ms`. Error: it cannot be opened; whether it is a database shows at the first use.
  static Result<SqliteFile> open(const std::filesystem::path& file, int wait_ms);

  SqliteFile(SqliteFile&& other) noexcept;
  SqliteFile& operator=(SqliteFile&& other) noexcept;
  SqliteFile(const SqliteFile&) = delete;
  SqliteFile& operator=(const SqliteFile&) = delete;
  ~SqliteFile();

  /// Runs statements that give no rows. Whether all went well.
  bool execute(const char* text);
  /// What SQLite says of the last call that failed.
  [[nodiscard]] std::string fault() const;

 private:
  friend class SqliteStatement;
  explicit SqliteFile(sqlite3* database) : database_(database) {}
  sqlite3* database_ = nullptr;
};

/// What one step of a statement came to.
enum class SqliteStep { row, done, failed };

/// One prepared statement, which the database outlives. One that cannot be prepared fails at its
/// first step.
class SqliteStatement {
 public:
  SqliteStatement(SqliteFile& database, const char* text);
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;
  ~SqliteStatement();

  /// Values for the question marks, counted from 1. A text is kept as bytes and must live until
  /// the next reset.
  void bind(int index, std::string_view text);
  void bind(int index, std::int64_t number);
  SqliteStep step();
  void reset();

  /// Columns of the row, counted from 0.
  [[nodiscard]] std::string text(int column) const;
  [[nodiscard]] std::int64_t number(int column) const;

 private:
  sqlite3_stmt* statement_ = nullptr;
};

}  // namespace arbiter::store
