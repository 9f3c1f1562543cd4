#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "base/result.hpp"

namespace arbiter::store {

/// The files of a made test, by extension with its dot.
using TestFiles = std::map<std::string, std::filesystem::path>;

/// The folder of made tests: <cache>/tests/<key>/{record,testcase.in,…}. An entry appears in one
/// step, and its record has the size and hash of each file: a damaged one is a miss. Safe for
/// several threads and processes.
class TestStore {
 public:
  explicit TestStore(const std::filesystem::path& cache) : folder_(cache / "tests") {}

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  /// The entry, now the most recently used one.
  [[nodiscard]] std::optional<TestFiles> find(const std::string& key) const;
  /// Keeps these contents. Error: disk full, folder not writable.
  [[nodiscard]] Result<TestFiles> store(const std::string& key,
                                        const std::map<std::string, std::string_view>& files) const;
  /// Gives an entry another key. Error: cannot be written.
  [[nodiscard]] Result<TestFiles> rename(const std::string& from, const std::string& to) const;

 private:
  /// Makes a folder the entry, unless a good one is there.
  std::error_code put_in_place(const std::filesystem::path& made, const std::string& key) const;

  std::filesystem::path folder_;
};

}  // namespace arbiter::store
