#include "judge/program/unpacked_folder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "judge/program/program_files.hpp"
#include "package/archive/archive.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;

Error refused(std::string message) {
  return package_error(std::move(message));
}

}  // namespace

Result<UnpackedFolder> unpack_folder(const fs::path& packed) {
  ARBITER_TRY(folder, TempDir::make("arbiter-program"));
  ARBITER_CHECK(package::unpack_tar(packed, folder.path()));
  UnpackedFolder unpacked{std::move(folder), {}};
  const fs::path& root = unpacked.folder.path();
  std::error_code failed;
  fs::recursive_directory_iterator it(root, failed);
  for (; !failed && it != fs::recursive_directory_iterator(); it.increment(failed)) {
    if (!it->is_regular_file(failed)) continue;
    if (it.depth() > k_most_depth) {
      return refused(fmt::format("what was built is nested deeper than {} folders", k_most_depth));
    }
    if (unpacked.files.size() == k_most_files) {
      return refused(fmt::format("more than {} files were built", k_most_files));
    }
    const fs::path& path = it->path();
    unpacked.files.push_back(
        {path.lexically_relative(root).string(), path, ::access(path.c_str(), X_OK) == 0});
  }
  if (failed) return system_error("cannot list " + root.string(), failed.value());
  std::sort(unpacked.files.begin(), unpacked.files.end(),
            [](const ProgramFile& a, const ProgramFile& b) { return a.name < b.name; });
  return unpacked;
}

}  // namespace arbiter::judge
