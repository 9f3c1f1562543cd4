#include "store/journal_scan.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <tuple>

#include "store/journal_line.hpp"

namespace arbiter::store {
namespace {

/// FNV-1a.
constexpr std::uint64_t k_hash_begin = 0xcbf29ce484222325;
constexpr std::uint64_t k_hash_factor = 0x100000001b3;

std::uint64_t hash_on(std::uint64_t hash, std::string_view bytes) {
  for (const char byte : bytes)
    hash = (hash ^ static_cast<unsigned char>(byte)) * k_hash_factor;
  return hash;
}

bool read_at(int descriptor, std::uint64_t offset, std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const auto at = static_cast<off_t>(offset + done);
    const ssize_t got = ::pread(descriptor, bytes.data() + done, bytes.size() - done, at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    done += static_cast<std::size_t>(got);
  }
  return true;
}

/// The record of a row, which borrows from `line`; none if there is another one, or a damaged one.
std::optional<JournalRecord> read_row(int descriptor, const JournalRow& row, std::string& line) {
  line.resize(row.length);
  if (!read_at(descriptor, row.offset, line)) return std::nullopt;
  auto record = read_journal_line(line);
  if (record && journal_name(record->kind, record->key) != row.name) record.reset();
  return record;
}

}  // namespace

std::uint64_t journal_name(std::string_view kind, std::string_view key) {
  return hash_on(hash_on(hash_on(k_hash_begin, kind), " "), key);
}

Result<JournalScan> scan_journal(int descriptor, std::uint64_t from) {
  JournalScan scan;
  scan.end = from;
  ARBITER_CHECK(for_each_line(descriptor, from, [&](std::string_view line, std::uint64_t offset) {
    scan.end = offset + line.size() + 1;
    scan.is_own = scan.is_own || begins_as_journal_line(line);
    const auto record = read_journal_line(line);
    if (record) {
      scan.rows.push_back({offset, journal_name(record->kind, record->key), line.size()});
    } else {
      ++scan.damaged;
    }
  }));
  return scan;
}

void sort_rows(std::vector<JournalRow>& rows) {
  std::sort(rows.begin(), rows.end(), [](const JournalRow& a, const JournalRow& b) {
    return std::tie(a.name, a.offset) < std::tie(b.name, b.offset);
  });
}

std::span<const JournalRow> rows_of(const std::vector<JournalRow>& rows, std::uint64_t name) {
  struct ByName {
    bool operator()(const JournalRow& row, std::uint64_t wanted) const { return row.name < wanted; }
    bool operator()(std::uint64_t wanted, const JournalRow& row) const { return wanted < row.name; }
  };
  const auto [begin, end] = std::equal_range(rows.begin(), rows.end(), name, ByName());
  return {begin, end};
}

bool is_sound_row(int descriptor, const JournalRow& row, std::uint64_t end) {
  if (row.offset >= end || row.length >= end - row.offset) return false;
  std::string line;
  if (!read_row(descriptor, row, line)) return false;
  std::string last = " ";
  return read_at(descriptor, end - 1, last) && last == "\n";
}

JournalFound find_record(int descriptor, const std::vector<JournalRow>& rows, std::string_view kind,
                         std::string_view key) {
  const auto named = rows_of(rows, journal_name(kind, key));
  std::string line;
  for (auto row = named.rbegin(); row != named.rend(); ++row) {
    const auto record = read_row(descriptor, *row, line);
    if (!record) return {false, {}};
    if (record->kind == kind && record->key == key) return {true, std::string(record->value)};
  }
  return {};
}

}  // namespace arbiter::store
