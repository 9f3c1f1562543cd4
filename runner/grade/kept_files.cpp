#include "grade/kept_files.hpp"

#include <system_error>
#include <vector>

#include "base/file.hpp"
#include "base/temp_dir.hpp"

namespace arbiter::grade {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_folder = "submissions";

bool is_inside(const fs::path& name) {
  return !name.empty() && name.is_relative() && *name.lexically_normal().begin() != "..";
}

Error cannot_keep(const fs::path& path, const std::error_code& code) {
  return system_error("cannot keep what was handed in as " + path.string(), code.value());
}

}  // namespace

Result<void> keep_files(const fs::path& folder, const std::string& sha256,
                        const judge::Submission& submission) {
  const fs::path place = folder / k_folder / sha256;
  std::error_code failed;
  if (fs::exists(place, failed)) return {};
  fs::create_directories(folder / k_folder, failed);
  if (failed) return cannot_keep(place, failed);
  // It appears in one step, so that no half of it is ever taken for all.
  ARBITER_TRY(making, TempDir::make("new", folder / k_folder));
  for (const judge::ProgramFile& file : submission.files) {
    if (!is_inside(file.name)) continue;
    const fs::path to = making.path() / file.name;
    fs::create_directories(to.parent_path(), failed);
    if (!failed) fs::copy_file(file.path, to, fs::copy_options::overwrite_existing, failed);
    if (failed) return cannot_keep(to, failed);
  }
  fs::permissions(making.path(), fs::perms::owner_all, failed);
  fs::rename(making.path(), place, failed);
  if (failed) return cannot_keep(place, failed);
  static_cast<void>(making.release());
  return {};
}

Result<fs::path> kept_path(const fs::path& folder, const std::string& sha256) {
  const fs::path place = folder / k_folder / sha256;
  std::vector<fs::path> inside;
  std::error_code failed;
  fs::directory_iterator it(place, failed);
  for (; !failed && it != fs::directory_iterator(); it.increment(failed))
    inside.push_back(it->path());
  if (inside.size() == 1 && fs::is_regular_file(inside.front(), failed)) return inside.front();
  if (!inside.empty()) return place;
  return Error{ErrorKind::nothing_matched,
               "what was handed in is no longer in " + place.string(),
               {},
               "grade it again"};
}

}  // namespace arbiter::grade
