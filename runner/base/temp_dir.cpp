#include "base/temp_dir.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>

namespace arbiter {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_own_prefix = "arbiter-";
// Before the six characters that mkdtemp chooses.
constexpr std::string_view k_before_random = ".t-";
constexpr std::size_t k_random = 6;

fs::path or_default(fs::path parent) {
  if (!parent.empty()) return parent;
  const char* chosen = ::getenv("TMPDIR");
  return chosen != nullptr && *chosen != '\0' ? chosen : "/tmp";
}

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

bool is_own_name(std::string_view name) {
  const std::size_t end = name.size() - std::min(name.size(), k_random);
  return name.starts_with(k_own_prefix) && name.substr(0, end).ends_with(k_before_random);
}

// A folder without permissions can be deleted by its owner only after it was given some.
void open_folders(const fs::path& folder) {
  std::error_code ignored;
  fs::permissions(folder, fs::perms::owner_all, ignored);
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.symlink_status(ignored).type() == fs::file_type::directory) {
      open_folders(entry.path());
    }
  }
}

void remove_tree(const fs::path& folder) {
  std::error_code failed;
  fs::remove_all(folder, failed);
  if (!failed) return;
  open_folders(folder);
  fs::remove_all(folder, failed);
}

}  // namespace

Result<TempDir> TempDir::make(std::string_view prefix, fs::path parent) {
  parent = or_default(std::move(parent));
  const std::string name = (parent / prefix).string() + std::string(k_before_random) + "XXXXXX";
  // Until it is locked another process may take the folder for one that was abandoned.
  constexpr int k_most_tries = 100;
  for (int i = 0; i < k_most_tries; ++i) {
    std::string made = name;
    if (::mkdtemp(made.data()) == nullptr) {
      return system_error("cannot make a folder in " + parent.string(), errno);
    }
    UniqueFd lock = open_folder(made);
    // Where there are no locks nobody takes one to delete it either.
    const bool is_ours =
        lock && (::flock(lock.get(), LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK);
    if (is_ours && is_there(lock, made)) return TempDir(std::move(lock), made);
  }
  return system_error("cannot lock a folder in " + parent.string(), EWOULDBLOCK);
}

TempDir& TempDir::operator=(TempDir&& other) noexcept {
  if (this != &other) {
    remove();
    lock_ = std::move(other.lock_);
    path_ = std::exchange(other.path_, {});
  }
  return *this;
}

fs::path TempDir::release() {
  lock_.reset();
  return std::exchange(path_, {});
}

void TempDir::remove() {
  if (!path_.empty()) remove_tree(path_);
}

void remove_abandoned_temp_dirs(fs::path parent) {
  std::error_code failed;
  fs::directory_iterator it(or_default(std::move(parent)), failed);
  for (; !failed && it != fs::directory_iterator(); it.increment(failed)) {
    const fs::path folder = it->path();
    if (!is_own_name(folder.filename().string())) continue;
    const UniqueFd fd = open_folder(folder);
    const bool is_left = fd && is_there(fd, folder) && ::flock(fd.get(), LOCK_EX | LOCK_NB) == 0;
    if (is_left) remove_tree(folder);
  }
}

}  // namespace arbiter
