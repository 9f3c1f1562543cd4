#include <fmt/format.h>

#include <system_error>

#include "package/archive/folder_walk.hpp"
#include "package/package.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

class ViewMaker {
 public:
  ViewMaker(FolderWalk& walk, fs::path view) : walk_(walk), view_(std::move(view)) {}

  Result<void> link_all(const fs::path& folder) {
    for (const FolderEntry& entry : walk_.list(folder)) {
      if (entry.is_folder) {
        ARBITER_CHECK(link_all(entry.path));
      } else {
        ARBITER_CHECK(link(entry.path.lexically_relative(walk_.root()), entry.path));
      }
    }
    return {};
  }

  Result<void> link(const fs::path& name, const fs::path& target) {
    const fs::path place = view_ / name;
    std::error_code failed;
    fs::create_directories(place.parent_path(), failed);
    if (!failed) fs::create_symlink(target, place, failed);
    if (failed && failed != std::errc::file_exists) {
      return system_error(fmt::format("cannot make {}", place.string()), failed.value());
    }
    return {};
  }

 private:
  FolderWalk& walk_;
  fs::path view_;
};

}  // namespace

Result<void> fill_data_view(const model::Problem& problem, const fs::path& view,
                            const std::map<std::string, fs::path>& files) {
  // Whatever is wrong with the package's own files was reported when it was read.
  Faults passed_over;
  FolderWalk walk(problem.root, passed_over);
  walk.allow(problem.links_within);
  ViewMaker maker(walk, view);
  for (const auto& [name, target] : files)
    ARBITER_CHECK(maker.link(fs::path("data") / name, target));
  if (const auto data = walk.find_folder(problem.root, "data")) return maker.link_all(*data);
  return {};
}

}  // namespace arbiter::package
