#include "arbiter_box/groups/kernel_files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <utility>

#include "base/unique_fd.hpp"

namespace arbiter::arbiter_box {

bool write_text(const std::string& path, std::string_view text) {
  const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file && ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

std::optional<std::vector<std::string>> names_in(int folder, const std::string& path,
                                                 std::size_t most) {
  const int listed = ::openat(folder, path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const listing = listed >= 0 ? ::fdopendir(listed) : nullptr;
  if (listing == nullptr) return std::nullopt;
  std::vector<std::string> names;
  while (const dirent* entry = names.size() < most ? ::readdir(listing) : nullptr) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  ::closedir(listing);
  return names;
}

}  // namespace arbiter::arbiter_box
