#include "store/journal_index.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace arbiter::store {
namespace {

namespace fs = std::filesystem;

// Raise it when the tables or what is in them change.
constexpr std::string_view k_index_format = "arbiter/grade-journal-index/1";
constexpr int k_do_not_wait = 0;
constexpr const char* k_tables =
    "CREATE TABLE IF NOT EXISTS records(offset INTEGER PRIMARY KEY, name INTEGER NOT NULL,"
    " length INTEGER NOT NULL);"
    "CREATE TABLE IF NOT EXISTS journal(only INTEGER PRIMARY KEY CHECK(only = 1),"
    " format TEXT NOT NULL, size INTEGER NOT NULL, changed INTEGER NOT NULL,"
    " inode INTEGER NOT NULL, damaged INTEGER NOT NULL, sum INTEGER NOT NULL)";

// SQLite knows numbers with a sign alone.
std::int64_t stored(std::uint64_t number) {
  return static_cast<std::int64_t>(number);
}
std::uint64_t number(const SqliteStatement& statement, int column) {
  return static_cast<std::uint64_t>(statement.number(column));
}

/// SQLite keeps no sums, and a row that is lost or wrong would cost a record.
std::uint64_t with_row(std::uint64_t sum, const JournalRow& row) {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15;
  for (const std::uint64_t part : {row.offset, row.name, row.length}) {
    sum = (sum ^ part) * factor;
    sum ^= sum >> 29U;
  }
  return sum;
}

bool is_missing(const fs::path& file) {
  std::error_code failed;
  return fs::symlink_status(file, failed).type() == fs::file_type::not_found;
}

bool is_file(const fs::path& file) {
  std::error_code failed;
  return fs::symlink_status(file, failed).type() == fs::file_type::regular;
}

Error useless(const char* why) {
  return judge_error(why);
}

bool insert(SqliteFile& file, std::span<const JournalRow> rows, std::uint64_t& sum) {
  SqliteStatement statement(file, "INSERT INTO records VALUES(?,?,?)");
  for (const JournalRow& row : rows) {
    statement.bind(1, stored(row.offset));
    statement.bind(2, stored(row.name));
    statement.bind(3, stored(row.length));
    if (statement.step() != SqliteStep::done) return false;
    statement.reset();
    sum = with_row(sum, row);
  }
  return true;
}

bool set_state(SqliteFile& file, const JournalState& state, std::uint64_t sum) {
  SqliteStatement statement(file, "INSERT OR REPLACE INTO journal VALUES(1,?,?,?,?,?,?)");
  statement.bind(1, k_index_format);
  statement.bind(2, stored(state.size));
  statement.bind(3, state.changed);
  statement.bind(4, stored(state.inode));
  statement.bind(5, stored(state.damaged));
  statement.bind(6, stored(sum));
  return statement.step() == SqliteStep::done;
}

}  // namespace

Result<JournalIndex::Loaded> JournalIndex::load(const fs::path& file) {
  if (is_missing(file)) return useless("");
  if (!is_file(file)) return useless("something else is in its place");
  const auto unreadable = useless("it cannot be read");
  auto opened = SqliteFile::open(file, k_do_not_wait);
  if (!opened) return unreadable;
  Loaded loaded;
  loaded.index.reset(new JournalIndex(std::move(*opened)));
  SqliteFile& database = loaded.index->file_;
  if (!database.execute("BEGIN")) return unreadable;
  std::uint64_t sum = 0;
  {
    SqliteStatement head(database,
                         "SELECT format, size, changed, inode, damaged, sum FROM journal");
    const bool is_read = head.step() == SqliteStep::row;
    // As a run leaves it that was killed before it wrote any.
    std::error_code failed;
    if (fs::file_size(file, failed) == 0) return useless("");
    if (!is_read) return unreadable;
    if (head.text(0) != k_index_format) return useless("another version of arbiter wrote it");
    loaded.state = {number(head, 1), head.number(2), number(head, 3), number(head, 4)};
    sum = number(head, 5);
  }
  loaded.rows = loaded.index->read_rows();
  if (loaded.rows.empty() || loaded.index->sum_ != sum) return unreadable;
  if (!database.execute("COMMIT")) return unreadable;
  return loaded;
}

std::vector<JournalRow> JournalIndex::read_rows() {
  SqliteStatement statement(file_, "SELECT offset, name, length FROM records ORDER BY offset");
  std::vector<JournalRow> rows;
  auto step = statement.step();
  for (; step == SqliteStep::row; step = statement.step()) {
    rows.push_back({number(statement, 0), number(statement, 1), number(statement, 2)});
    sum_ = with_row(sum_, rows.back());
  }
  if (step == SqliteStep::failed) rows.clear();
  return rows;
}

std::unique_ptr<JournalIndex> JournalIndex::make(const fs::path& file) {
  if (!is_missing(file) && !is_file(file)) return nullptr;
  // Beside it stands what SQLite needs to undo half a change of it.
  for (const char* end : {"", "-journal", "-wal", "-shm"}) {
    std::error_code failed;
    fs::remove(file.string() + end, failed);
    if (failed) return nullptr;
  }
  auto opened = SqliteFile::open(file, k_do_not_wait);
  if (!opened) return nullptr;
  return std::unique_ptr<JournalIndex>(new JournalIndex(std::move(*opened)));
}

bool JournalIndex::add(std::span<const JournalRow> rows, const JournalState& state) {
  if (!file_.execute("BEGIN IMMEDIATE")) return false;
  std::uint64_t sum = sum_;
  // With the first rows, so that there is never an index of nothing.
  const bool is_written = file_.execute(k_tables) && insert(file_, rows, sum) &&
                          set_state(file_, state, sum) && file_.execute("COMMIT");
  if (!is_written) {
    file_.execute("ROLLBACK");
    return false;
  }
  sum_ = sum;
  return true;
}

Result<JournalState> journal_state(int descriptor, std::uint64_t damaged) {
  constexpr std::int64_t second = 1'000'000'000;
  struct stat info {};
  if (::fstat(descriptor, &info) != 0) return system_error("cannot look at the journal", errno);
  JournalState state;
  state.size = static_cast<std::uint64_t>(info.st_size);
  state.changed = info.st_mtim.tv_sec * second + info.st_mtim.tv_nsec;
  state.inode = info.st_ino;
  state.damaged = damaged;
  return state;
}

bool is_index_of(int descriptor, const JournalState& state, const std::vector<JournalRow>& rows) {
  const auto now = journal_state(descriptor, state.damaged);
  if (!now || now->inode != state.inode || now->size < state.size) return false;
  // What is longer was appended to by a run that was killed before it could say so here.
  if (now->size == state.size && *now != state) return false;
  return is_sound_row(descriptor, rows.back(), state.size);
}

}  // namespace arbiter::store
