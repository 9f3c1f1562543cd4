#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace arbiter::store {

/// A line of a journal, without its end.
std::string journal_line(std::string_view kind, std::string_view key, std::string_view value);

/// What a line holds; it borrows from the line.
struct JournalRecord {
  std::string_view kind;
  std::string_view key;
  std::string_view value;
};

/// None where the line is not exactly what journal_line made.
std::optional<JournalRecord> read_journal_line(std::string_view line);

/// Whether the line, however damaged, begins as one of a journal.
bool begins_as_journal_line(std::string_view line);

/// Reads a file from an offset on line by line with little memory, and calls `see` with each line
/// and the offset at which it begins. A line that is longer than any record is seen as an empty
/// one.
Result<void> for_each_line(int descriptor, std::uint64_t from,
                           const std::function<void(std::string_view, std::uint64_t)>& see);

}  // namespace arbiter::store
