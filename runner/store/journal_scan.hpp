#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace arbiter::store {

/// Where a record stands in a journal.
struct JournalRow {
  std::uint64_t offset = 0;
  std::uint64_t name = 0;    ///< journal_name of its kind and key
  std::uint64_t length = 0;  ///< of its line, without the end
};

/// A number for kind and key, the same on every machine. Others may have the same one, so a line
/// that is found by it has to be asked for its kind and key.
std::uint64_t journal_name(std::string_view kind, std::string_view key);

/// What a journal holds from an offset on.
struct JournalScan {
  std::vector<JournalRow> rows;  ///< of sound lines, in their order
  std::size_t damaged = 0;       ///< lines
  bool is_own = false;           ///< a line, sound or not, is one of a journal
  /// Where the next line begins; behind the end of the file if that is within a line.
  std::uint64_t end = 0;
};

/// Reads all lines from `from` on, where one begins. Error: cannot be read.
Result<JournalScan> scan_journal(int descriptor, std::uint64_t from);

/// Sorts by name, and rows of one name by their place.
void sort_rows(std::vector<JournalRow>& rows);

/// Of sorted rows those of a name, the oldest first.
std::span<const JournalRow> rows_of(const std::vector<JournalRow>& rows, std::uint64_t name);

/// Whether the line of `row` is sound and its own, and the journal, as far as `end`, ends with a
/// line.
bool is_sound_row(int descriptor, const JournalRow& row, std::uint64_t end);

/// What is found of a record.
struct JournalFound {
  bool fits = true;                  ///< false: a row leads to something that it does not name
  std::optional<std::string> value;  ///< of the newest
};

/// Reads a record at the places that sorted rows name, and checks its sum.
JournalFound find_record(int descriptor, const std::vector<JournalRow>& rows, std::string_view kind,
                         std::string_view key);

}  // namespace arbiter::store
