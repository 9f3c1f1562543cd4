#include "grade/works.hpp"

#include <algorithm>
#include <set>
#include <system_error>
#include <utility>

#include "base/temp_dir.hpp"

namespace arbiter::grade {
namespace {

namespace fs = std::filesystem;

/// The language of answers that are handed in instead of a program.
std::string answers_language(const model::Languages& languages) {
  const auto row = std::ranges::find(languages.rows, true, &model::Language::holds_answers);
  return row == languages.rows.end() ? std::string() : row->id;
}

Result<judge::Submission> load(const intake::Delivery& one, const model::Problem& problem,
                               const model::Languages& languages) {
  auto loaded = judge::load_submission(one.path, languages, {}, {one.path});
  const bool is_unknown = !loaded && loaded.error().kind == ErrorKind::nothing_matched;
  if (is_unknown && problem.is_submit_answer)
    loaded = judge::load_submission(one.path, languages, answers_language(languages), {one.path});
  if (loaded) loaded->given = one.origin;
  return loaded;
}

constexpr const char* k_folder = "submissions";

bool is_inside(const fs::path& name) {
  return !name.empty() && name.is_relative() && *name.lexically_normal().begin() != "..";
}

Error cannot_keep(const fs::path& path, const std::error_code& code) {
  return system_error("cannot keep what was handed in as " + path.string(), code.value());
}

}  // namespace

Works gather_works(const std::vector<intake::Delivery>& deliveries,
                   const std::vector<const model::Problem*>& problems,
                   const model::Languages& languages) {
  Works all;
  all.attempts.assign(deliveries.begin(), deliveries.end());
  std::set<model::WorkId> known;
  for (const model::Problem* problem : problems) {
    for (const intake::Delivery& one : deliveries) {
      if (one.problem != problem->id || !known.insert(one).second) continue;
      auto loaded = load(one, *problem, languages);
      all.works.push_back({one, {}, loaded ? std::string() : loaded.error().text()});
      if (loaded) all.submissions.emplace(one, std::move(*loaded));
    }
  }
  return all;
}

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
