#include "judge/compile/kits.hpp"

#include <algorithm>
#include <system_error>

#include "base/file.hpp"
#include "base/own_folder.hpp"
#include "base/temp_dir.hpp"
#include "store/hash.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;

constexpr fs::perms k_folder_mode{0755};
constexpr fs::perms k_file_mode{0644};

/// The files below a folder, sorted; and whether everybody may read them all.
struct KitFiles {
  std::vector<fs::path> files;
  bool are_public = true;
};

bool is_public(const fs::path& path, fs::perms needed) {
  std::error_code failure;
  return (fs::status(path, failure).permissions() & needed) == needed && !failure;
}

KitFiles files_of(const fs::path& folder) {
  KitFiles kit;
  constexpr fs::perms k_search = fs::perms::others_read | fs::perms::others_exec;
  kit.are_public = is_public(folder, k_search);
  std::error_code failure;
  fs::recursive_directory_iterator it(folder, failure);
  for (; !failure && it != fs::recursive_directory_iterator(); it.increment(failure)) {
    std::error_code ignored;
    const bool is_folder = it->is_directory(ignored);
    kit.are_public =
        kit.are_public && is_public(it->path(), is_folder ? k_search : fs::perms::others_read);
    if (it->is_regular_file(ignored)) kit.files.push_back(it->path());
  }
  std::ranges::sort(kit.files);
  return kit;
}

std::string hash_of(const fs::path& folder, const KitFiles& kit) {
  store::Sha256 hash;
  for (const fs::path& file : kit.files) {
    hash.add_field(file.lexically_relative(folder).string());
    const auto bytes = read_file(file, mib(16));
    hash.add_field(bytes ? *bytes : std::string());
  }
  return hash.hex();
}

/// A copy that everybody may read; where it cannot be made, the folder itself, and whoever
/// includes a header of it gets the compiler's message.
fs::path public_copy(const fs::path& folder, const KitFiles& kit, const fs::path& place) {
  const auto is_whole = [&] {
    return is_own(place) && hash_of(place, files_of(place)) == place.filename();
  };
  std::error_code failure;
  if (is_whole()) return place;
  fs::remove_all(place, failure);
  fs::create_directories(place.parent_path(), failure);
  auto made = TempDir::make("new", place.parent_path());
  if (!made) return folder;
  fs::permissions(made->path(), k_folder_mode, failure);
  for (const fs::path& file : kit.files) {
    const fs::path copy = made->path() / file.lexically_relative(folder);
    for (fs::path above = copy.parent_path(); above != made->path(); above = above.parent_path()) {
      fs::create_directories(above, failure);
      fs::permissions(above, k_folder_mode, failure);
    }
    if (!fs::copy_file(file, copy, failure)) return folder;
    fs::permissions(copy, k_file_mode, failure);
  }
  fs::rename(made->path(), place, failure);
  if (!failure) made->release();
  return is_whole() ? place : folder;
}

}  // namespace

bool uses_kits(const model::Language& language) {
  return std::ranges::find(language.compile, "{kit_includes}") != language.compile.end();
}

Kits Kits::find(const fs::path& share, const fs::path& cache, box::Mode mode) {
  Kits kits;
  store::Sha256 all;
  for (const std::string name : {"checker", "generators", "reference"}) {
    std::error_code failure;
    // Resolved: in a build tree the folders of share are links, and links do not show in a box.
    fs::path folder = fs::canonical(share / name / "include", failure);
    if (failure) continue;
    const KitFiles kit = files_of(folder);
    const std::string hash = hash_of(folder, kit);
    all.add_field(name);
    all.add_field(hash);
    if (!kit.are_public) folder = public_copy(folder, kit, cache / "kits" / hash);
    if (mode == box::Mode::unsandboxed) {
      kits.includes.push_back("-I" + folder.string());
    } else {
      kits.binds.push_back({folder.string(), "/kits/" + name, false});
      kits.includes.push_back("-I/kits/" + name);
    }
  }
  kits.hash = all.hex();
  return kits;
}

}  // namespace arbiter::judge
