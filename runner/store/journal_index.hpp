#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "store/journal_scan.hpp"
#include "store/sqlite.hpp"

namespace arbiter::store {

/// Beside the journal; a folder without it is as good.
inline constexpr const char* k_journal_index_name = "journal-index.sqlite";

/// What a journal was when its index was last brought up to date.
struct JournalState {
  std::uint64_t size = 0;    ///< all of it is in the index
  std::int64_t changed = 0;  ///< in nanoseconds
  std::uint64_t inode = 0;
  std::uint64_t damaged = 0;  ///< lines

  bool operator==(const JournalState&) const = default;
};

/// Where the records of a journal stand, in a SQLite file, so that the journal need not be read to
/// find that out. It is made of the journal and can be made again at any time, so nothing is lost
/// with it, and whatever goes wrong with it is no error of the run. For one thread at a time.
class JournalIndex {
 public:
  /// What there was. Error: it is of no use, and why; nothing is said where there was none.
  struct Loaded;
  static Result<Loaded> load(const std::filesystem::path& file);
  /// An empty one instead of what there was. None: the file cannot be made, or something else than
  /// a file is there, which stays.
  static std::unique_ptr<JournalIndex> make(const std::filesystem::path& file);

  /// Adds rows, which follow those that are in it, and says what the journal is with them: both or
  /// neither. Whether that went well; it may be tried again.
  bool add(std::span<const JournalRow> rows, const JournalState& state);

 private:
  explicit JournalIndex(SqliteFile file) : file_(std::move(file)) {}
  std::vector<JournalRow> read_rows();

  SqliteFile file_;
  std::uint64_t sum_ = 0;  ///< over all rows
};

struct JournalIndex::Loaded {
  std::unique_ptr<JournalIndex> index;
  std::vector<JournalRow> rows;  ///< in their order in the journal; never none
  JournalState state;
};

/// The state of an open journal of which `damaged` lines are. Error: cannot be asked for.
Result<JournalState> journal_state(int descriptor, std::uint64_t damaged);

/// Whether an index with that state and these rows was made of the journal as it is, or of the
/// beginning of it, as far as that shows without reading more than a line.
bool is_index_of(int descriptor, const JournalState& state, const std::vector<JournalRow>& rows);

}  // namespace arbiter::store
