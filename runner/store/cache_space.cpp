#include "store/cache_space.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "store/program_cache.hpp"

namespace arbiter::store {
namespace {

namespace fs = std::filesystem;

struct Entry {
  fs::path folder;
  fs::file_time_type used;
  std::int64_t size = 0;
  bool is_unfinished = false;
};

Entry entry_of(const fs::path& folder) {
  std::error_code failure;
  Entry entry{folder, fs::last_write_time(folder / "record", failure), 0, false};
  entry.is_unfinished = folder.filename().string().rfind("new.", 0) == 0;
  if (failure || entry.is_unfinished) entry.used = fs::last_write_time(folder, failure);
  fs::recursive_directory_iterator it(folder, failure);
  for (; !failure && it != fs::recursive_directory_iterator(); it.increment(failure)) {
    std::error_code gone;
    const auto size = it->is_regular_file(gone) ? it->file_size(gone) : 0;
    if (!gone) entry.size += static_cast<std::int64_t>(size);
  }
  return entry;
}

std::vector<Entry> entries_of(const fs::path& cache) {
  std::vector<Entry> entries;
  for (const char* part : {"programs", "precompiled", "tests"}) {
    std::error_code failure;
    fs::directory_iterator it(cache / part, failure);
    for (; !failure && it != fs::directory_iterator(); it.increment(failure)) {
      entries.push_back(entry_of(it->path()));
    }
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.used < b.used; });
  return entries;
}

}  // namespace

Bytes cache_limit() {
  constexpr std::int64_t k_default_mib = 2048;
  const char* text = std::getenv("ARBITER_CACHE_MIB");
  if (text == nullptr) return mib(k_default_mib);
  const std::string_view digits(text);
  std::int64_t value = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  constexpr std::int64_t k_most_mib = std::int64_t{1} << 40U;
  const bool is_number = failure == std::errc() && end == digits.data() + digits.size();
  return is_number && value >= 0 && value <= k_most_mib ? mib(value) : mib(k_default_mib);
}

void prune_cache(const fs::path& cache, Bytes limit, std::chrono::seconds grace) {
  const auto lock = take_lock(cache / "locks", "prune", false);
  if (!lock || !lock->is_open()) return;
  const std::vector<Entry> entries = entries_of(cache);
  std::int64_t total = 0;
  for (const Entry& entry : entries)
    total += entry.size;
  const auto oldest_in_use = fs::file_time_type::clock::now() - grace;
  for (const Entry& entry : entries) {
    if (entry.used > oldest_in_use) continue;
    if (total <= limit.count && !entry.is_unfinished) continue;
    std::error_code ignored;
    fs::remove_all(entry.folder, ignored);
    total -= entry.size;
  }
}

}  // namespace arbiter::store
