#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "package/archive/archive.hpp"
#include "package/archive/folder_walk.hpp"
#include "package/package.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
  std::error_code failed;
  return fs::is_directory(path, failed);
}

/// The folder itself and all that it lies in, innermost first.
std::vector<fs::path> upwards(const fs::path& start) {
  std::vector<fs::path> all;
  for (fs::path folder = plain_path(start);; folder = folder.parent_path()) {
    all.push_back(folder);
    if (folder == folder.parent_path()) return all;
  }
}

/// The folders in which a problem's name is looked up, from `from` upwards, then those of `search`.
std::vector<fs::path> shelves_of(const fs::path& from, const std::vector<fs::path>& search) {
  std::vector<fs::path> shelves;
  for (const fs::path& folder : upwards(from))
    shelves.push_back(folder / "problems");
  shelves.insert(shelves.end(), search.begin(), search.end());
  return shelves;
}

bool is_name(const std::string& word) {
  return word.find('/') == std::string::npos && !word.empty() && word.size() < 256;
}

Result<fs::path> problem_around(const fs::path& start) {
  if (auto found = enclosing_problem(start)) return *std::move(found);
  // A plain folder has no mark of its own, so only the folder itself can be meant.
  const Loaded here = load_problem(start);
  if (!here.problem.tests.empty() && !has_errors(here.diagnostics)) return here.problem.root;
  return usage_error("no problem was named, and this folder is not in one",
                     "give the problem's name or its folder");
}

/// The names of problems in the folders, sorted and each once; at most a thousand a folder.
std::vector<std::string> names_in(const std::vector<fs::path>& folders) {
  constexpr int k_most = 1000;
  std::vector<std::string> names;
  for (const fs::path& folder : folders) {
    std::error_code failed;
    fs::directory_iterator entry(folder, failed);
    for (int i = 0; !failed && i < k_most && entry != fs::directory_iterator(); ++i) {
      if (is_folder(entry->path())) names.push_back(entry->path().filename().string());
      entry.increment(failed);
    }
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace

bool is_problem(const fs::path& folder) {
  return std::ranges::any_of(model::k_main_files, [&](std::string_view name) {
    std::error_code ignored;
    return fs::is_regular_file(folder / name, ignored);
  });
}

std::optional<fs::path> enclosing_problem(const fs::path& start) {
  for (const fs::path& folder : upwards(start)) {
    if (is_problem(folder)) return folder;
  }
  return std::nullopt;
}

Result<fs::path> find_problem(const std::string& name, const fs::path& start,
                              const std::vector<fs::path>& search) {
  std::error_code failed;
  const fs::path from = fs::absolute(start, failed);
  if (name.empty()) return problem_around(from);
  const fs::path path = plain_path(from / name);
  if (is_folder(path)) return path;
  if (fs::exists(path, failed)) {
    const std::string file = path.filename().string();
    const bool is_main = std::ranges::find(model::k_main_files, file) != model::k_main_files.end();
    if (is_main) return path.parent_path();
    if (is_archive_name(path)) return path;
    return usage_error(fmt::format("'{}' is a file, not a problem folder", name),
                       "give the folder that holds problem.yaml, or an archive (.zip, .kpp)");
  }
  const std::vector<fs::path> shelves = shelves_of(from, search);
  if (is_name(name)) {
    for (const fs::path& shelf : shelves) {
      if (is_folder(shelf / name)) return plain_path(fs::absolute(shelf / name, failed));
    }
  }
  const std::vector<std::string> known = names_in(shelves);
  const auto near = name.size() < 256 ? nearest(name, known) : std::nullopt;
  std::string help = "give a folder, or a name in problems/ here or in a folder above";
  if (near) {
    help = fmt::format("did you mean '{}'?", *near);
  } else if (!known.empty() && known.size() <= 20) {
    help = fmt::format("known problems: {}", fmt::join(known, ", "));
  }
  const bool is_path = name.find('/') != std::string::npos || is_archive_name(name);
  return usage_error(fmt::format("{} '{}'", is_path ? "no such file or folder:" : "unknown problem",
                                 name.substr(0, 200)),
                     std::move(help));
}

std::optional<fs::path> hidden_problem(const std::string& name, const fs::path& start,
                                       const std::vector<fs::path>& search) {
  std::error_code failed;
  const fs::path from = fs::absolute(start, failed);
  if (!is_name(name) || !is_folder(from / name) || is_problem(from / name)) return std::nullopt;
  for (const fs::path& shelf : shelves_of(from, search)) {
    if (is_problem(shelf / name)) return plain_path(fs::absolute(shelf / name, failed));
  }
  return std::nullopt;
}

}  // namespace arbiter::package
