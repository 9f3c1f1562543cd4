#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "package/package.hpp"

namespace arbiter::judge {

using model::DataFiles;

/// What `generate` did, or would do, to data/; paths are below it.
struct DataChanges {
  std::vector<std::string> written;  ///< new, or with another content than before
  std::vector<std::string> removed;  ///< written by it earlier, no longer wanted
  std::size_t unchanged = 0;         ///< there already with the content that is wanted
  std::vector<std::string> kept;     ///< written by it, changed by hand since, so left alone
};

/// The files of a package's data/ that `generate` wrote: it keeps a list of them, with their
/// hashes, in data/.arbiter-generated. A file that is not in the list with the hash of what it
/// holds is somebody else's and is never touched; nor is anything reached through a link.
class WrittenTests {
 public:
  /// Error: the list cannot be read.
  static Result<WrittenTests> open(const std::filesystem::path& problem_root);

  /// Whether `generate` wrote the file, and nobody changed it since.
  [[nodiscard]] bool is_own(const std::string& name) const;

  /// Where `wanted` meets files of others.
  [[nodiscard]] std::vector<Diagnostic> find_conflicts(const DataFiles& wanted) const;

  /// Makes data/ hold `wanted`, and nothing else that `generate` wrote. Call it without conflicts
  /// only. Error: cannot be written; what was written until then is in the list.
  Result<DataChanges> write(const DataFiles& wanted);
  /// Adds files and removes none. Call it without conflicts only. Error: as of write().
  Result<void> add(const DataFiles& more);

 private:
  explicit WrittenTests(std::filesystem::path data) : data_(std::move(data)) {}

  [[nodiscard]] std::filesystem::path list_path() const { return data_ / ".arbiter-generated"; }
  Result<void> save() const;
  Result<void> remove_unwanted(const DataFiles& wanted, DataChanges& changes);
  Result<void> write_all(const DataFiles& wanted, DataChanges& changes);
  Result<void> make_folders(const std::filesystem::path& folder);

  std::filesystem::path data_;
  /// Hashes that a file may have to be ours: two while it is being replaced. A folder has none.
  std::map<std::string, std::vector<std::string>> own_;
};

}  // namespace arbiter::judge
