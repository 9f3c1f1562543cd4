#include "base/owned_temp_dir.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace arbiter {
namespace {

namespace fs = std::filesystem;

UniqueFd open_folder(const fs::path& folder) {
  return UniqueFd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

/// Whether that is still the folder of that name, of this user.
bool is_there(const UniqueFd& fd, const fs::path& folder) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(fd.get(), &opened) == 0 && ::lstat(folder.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino &&
         opened.st_uid == ::geteuid();
}

void sweep(std::string_view prefix, const fs::path& parent) {
  constexpr std::size_t k_random = 6;
  std::error_code failed;
  fs::directory_iterator it(parent, failed);
  for (; !failed && it != fs::directory_iterator(); it.increment(failed)) {
    const fs::path folder = it->path();
    const std::string name = folder.filename().string();
    const bool is_such = name.size() == prefix.size() + 1 + k_random && name.starts_with(prefix) &&
                         name[prefix.size()] == '.';
    if (!is_such) continue;
    const UniqueFd fd = open_folder(folder);
    const bool is_left = fd && is_there(fd, folder) && ::flock(fd.get(), LOCK_EX | LOCK_NB) == 0;
    std::error_code ignored;
    if (is_left) fs::remove_all(folder, ignored);
  }
}

}  // namespace

Result<OwnedTempDir> OwnedTempDir::make(std::string_view prefix, fs::path parent) {
  if (parent.empty()) {
    const char* chosen = ::getenv("TMPDIR");
    parent = chosen != nullptr && *chosen != '\0' ? chosen : "/tmp";
  }
  sweep(prefix, parent);
  // Until it is locked another process may take the folder for one that was left.
  constexpr int k_most_tries = 100;
  for (int i = 0; i < k_most_tries; ++i) {
    ARBITER_TRY(dir, TempDir::make(prefix, parent));
    UniqueFd fd = open_folder(dir.path());
    // Where there are no locks nobody takes one to sweep either.
    const bool is_ours = fd && (::flock(fd.get(), LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK);
    if (is_ours && is_there(fd, dir.path())) return OwnedTempDir(std::move(fd), std::move(dir));
  }
  return system_error("cannot lock a folder in " + parent.string(), EWOULDBLOCK);
}

}  // namespace arbiter
