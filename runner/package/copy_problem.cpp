#include <system_error>

#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "package/archive/folder_walk.hpp"
#include "package/package.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

Error cannot_copy(const fs::path& from, const std::error_code& why) {
  return system_error("cannot copy " + from.string(), why.value());
}

/// Copies what lies in `from` but `left_out`; the walk says which links may be followed.
Result<void> copy_files(FolderWalk& walk, const fs::path& from, const fs::path& to,
                        std::string_view left_out) {
  ARBITER_CHECK(make_folders(to));
  for (const FolderEntry& entry : walk.list(from)) {
    if (entry.name == left_out) continue;
    if (entry.is_folder) {
      ARBITER_CHECK(copy_files(walk, entry.path, to / entry.name, {}));
      continue;
    }
    std::error_code failed;
    fs::copy_file(entry.path, to / entry.name, failed);
    if (failed) return cannot_copy(entry.path, failed);
  }
  return {};
}

}  // namespace

Result<void> copy_problem(const model::Problem& problem, const fs::path& view, const fs::path& to) {
  Faults faults;
  FolderWalk walk(problem.root, faults);
  if (!problem.links_within.empty()) walk.allow(problem.links_within);
  // It appears in one step, so that no half of it is ever taken for all.
  ARBITER_CHECK(make_folders(to.parent_path()));
  ARBITER_TRY(making, TempDir::make("new", to.parent_path()));
  ARBITER_CHECK(copy_files(walk, problem.root, making.path(), view.empty() ? "" : "data"));
  // Lists leave out names that begin with a dot.
  if (const auto limit = walk.find_file(problem.root, ".timelimit")) {
    ARBITER_TRY(seconds, read_file(*limit));
    ARBITER_CHECK(write_file(making.path() / ".timelimit", seconds));
  }
  std::error_code failed;
  // The view was made of links by this program.
  if (!view.empty())
    fs::copy(view / "data", making.path() / "data", fs::copy_options::recursive, failed);
  if (failed) return cannot_copy(view / "data", failed);
  fs::rename(making.path(), to, failed);
  if (failed) return cannot_copy(problem.root, failed);
  static_cast<void>(making.release());
  return {};
}

}  // namespace arbiter::package
