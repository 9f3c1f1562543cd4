#include <fmt/format.h>

#include <system_error>

#include "package/archive/folder_walk.hpp"
#include "package/package.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

Result<void> make_link(const fs::path& place, const fs::path& target) {
  std::error_code failed;
  fs::create_directories(place.parent_path(), failed);
  if (!failed) fs::create_symlink(target, place, failed);
  if (failed && failed != std::errc::file_exists) {
    return system_error(fmt::format("cannot make {}", place.string()), failed.value());
  }
  return {};
}

}  // namespace

Result<void> fill_data_view(const model::Problem& problem, const fs::path& view,
                            const std::map<std::string, fs::path>& files) {
  // Whatever is wrong with the package's own files was reported when it was read.
  Faults passed_over;
  FolderWalk walk(problem.root, passed_over);
  walk.allow(problem.links_within);
  for (const auto& [name, target] : files)
    ARBITER_CHECK(make_link(view / "data" / name, target));
  const auto data = walk.find_folder(problem.root, "data");
  for (const fs::path& file : data ? walk.files_below(*data) : std::vector<fs::path>())
    ARBITER_CHECK(make_link(view / file.lexically_relative(walk.root()), file));
  return {};
}

}  // namespace arbiter::package
