#include <system_error>

#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "package/archive/folder_walk.hpp"
#include "package/package.hpp"
#include "package/ppf/parts.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

Error cannot_copy(const fs::path& from, const std::error_code& why) {
  return system_error("cannot copy " + from.string(), why.value());
}

/// Copies what lies in `from`; the walk says which links may be followed.
Result<void> copy_files(FolderWalk& walk, const fs::path& from, const fs::path& to) {
  ARBITER_CHECK(make_folders(to));
  for (const FolderEntry& entry : walk.list(from)) {
    const fs::path& file = walk.real(entry.path);
    std::error_code failed;
    if (entry.is_folder) {
      ARBITER_CHECK(copy_files(walk, entry.path, to / entry.name));
    } else if (file == model::k_unmade) {
      ARBITER_CHECK(write_file(to / entry.name, ""));
    } else {
      fs::copy_file(file, to / entry.name, failed);
    }
    if (failed) return cannot_copy(file, failed);
  }
  return {};
}

}  // namespace

Result<void> copy_problem(const model::Problem& problem, const model::DataFiles& made,
                          const fs::path& to) {
  Faults faults;
  FolderWalk walk(problem.root, faults);
  walk.allow(problem.links_within);
  lay_made(walk, problem, made);
  // It appears in one step, so that no half of it is ever taken for all.
  ARBITER_CHECK(make_folders(to.parent_path()));
  ARBITER_TRY(making, TempDir::make("new", to.parent_path()));
  ARBITER_CHECK(copy_files(walk, problem.root, making.path()));
  // Lists leave out names that begin with a dot.
  if (const auto limit = walk.find_file(problem.root, ".timelimit")) {
    ARBITER_TRY(seconds, read_file(*limit));
    ARBITER_CHECK(write_file(making.path() / ".timelimit", seconds));
  }
  std::error_code failed;
  fs::rename(making.path(), to, failed);
  if (failed) return cannot_copy(problem.root, failed);
  static_cast<void>(making.release());
  return {};
}

}  // namespace arbiter::package
