#include <algorithm>
#include <locale>
#include <map>
#include <stdexcept>

#include "intake/layouts/layout.hpp"

namespace arbiter::intake {
namespace {

namespace fs = std::filesystem;

fs::path whole_path(const fs::path& path) {
  std::error_code failed;
  fs::path whole = fs::absolute(path, failed).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

std::string name_of(const fs::path& path) {
  return whole_path(path).filename().string();
}

/// Whether the names are in the order in which shells list files: by bytes, or as the locale says.
bool is_in_order_of_shell(const std::vector<std::string>& names) {
  if (std::ranges::is_sorted(names)) return true;
  try {
    return std::is_sorted(names.begin(), names.end(), std::locale(""));
  } catch (const std::runtime_error&) {
    return false;  // this machine does not have the locale
  }
}

/// Whether the folder holds nothing but these, hidden files and what teachers or systems put there.
bool is_all_of(const std::set<std::string>& names, const fs::path& folder) {
  std::error_code failed;
  fs::directory_iterator it(folder, failed);
  for (; !failed && it != fs::directory_iterator(); it.increment(failed)) {
    const std::string name = it->path().filename().string();
    std::error_code ignored;
    const bool is_extra = name.starts_with('.') || is_teachers_file(name) ||
                          is_noise(name, it->is_directory(ignored));
    if (!is_extra && !names.contains(name)) return false;
  }
  return !failed;
}

bool is_plain_file(const fs::path& path) {
  std::error_code failed;
  return fs::is_regular_file(path, failed) && !package::is_any_archive_name(path.string());
}

/// Whether several folders in it are neither problems nor attempts: they may be students.
bool may_be_class(const fs::path& path, const LayoutState& state) {
  if (!state.students.find(StudentKey::any, name_of(path)).empty()) return false;
  std::error_code failed;
  std::size_t folders = 0;
  for (fs::directory_iterator it(path, failed), end; !failed && it != end; it.increment(failed)) {
    const std::string name = it->path().filename().string();
    std::error_code ignored;
    if (it->is_directory(ignored) && !is_noise(name, true) && !attempt_of_folder(name) &&
        state.problems.named_in(name).empty())
      ++folders;
  }
  return folders >= 2;
}

/// The folder that "folder/*" names with these paths; none if they are not all that it holds.
std::optional<Source> folder_of(const std::vector<fs::path>& paths, const LayoutState& state) {
  std::vector<std::string> names;
  for (const fs::path& path : paths)
    names.push_back(name_of(path));
  // A folder or archive alone may also be the whole class.
  const bool is_one = paths.size() == 1 && !is_plain_file(paths.front());
  const bool is_work = !std::ranges::all_of(names, is_teachers_file);
  const fs::path folder = folder_around(paths.front());
  if (is_one || !is_work || !is_in_order_of_shell(names)) return std::nullopt;
  const bool has_classes =
      std::ranges::any_of(paths, [&](const fs::path& path) { return may_be_class(path, state); });
  if (has_classes) return std::nullopt;
  Source source{paths.front().lexically_normal(), {names.begin(), names.end()}};
  if (!source.path.has_filename()) source.path = source.path.parent_path();
  source.path = source.path.parent_path();
  if (source.path.empty()) source.path = ".";
  if (!is_all_of(source.only, folder)) return std::nullopt;
  return source;
}

}  // namespace

fs::path folder_around(const fs::path& path) {
  return whole_path(path).parent_path();
}

std::vector<Source> gather_sources(const std::vector<fs::path>& paths, const LayoutState& state) {
  std::map<fs::path, std::vector<fs::path>> siblings;
  for (const fs::path& path : paths)
    siblings[folder_around(path)].push_back(path);
  std::map<fs::path, std::optional<Source>> folders;
  for (const auto& [folder, members] : siblings)
    folders[folder] = folder_of(members, state);
  std::vector<Source> sources;
  std::set<fs::path> taken;
  for (const fs::path& path : paths) {
    const fs::path folder = folder_around(path);
    if (!folders[folder]) {
      sources.push_back({path, {}});
    } else if (taken.insert(folder).second) {
      sources.push_back(*folders[folder]);
    }
  }
  return sources;
}

}  // namespace arbiter::intake
