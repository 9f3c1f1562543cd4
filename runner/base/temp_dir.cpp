#include "base/temp_dir.hpp"

#include <stdlib.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace arbiter {
namespace {

// A folder without permissions can be deleted by its owner only after it was given some.
void open_folders(const std::filesystem::path& folder) {
  std::error_code ignored;
  std::filesystem::permissions(folder, std::filesystem::perms::owner_all, ignored);
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (entry.symlink_status(ignored).type() == std::filesystem::file_type::directory) {
      open_folders(entry.path());
    }
  }
}

}  // namespace

Result<TempDir> TempDir::make(std::string_view prefix, std::filesystem::path parent) {
  if (parent.empty()) {
    const char* chosen = ::getenv("TMPDIR");
    parent = chosen != nullptr && *chosen != '\0' ? chosen : "/tmp";
  }
  std::string name = (parent / (std::string(prefix) + ".XXXXXX")).string();
  if (::mkdtemp(name.data()) == nullptr) {
    return system_error("cannot make a folder in " + parent.string(), errno);
  }
  return TempDir(name);
}

TempDir& TempDir::operator=(TempDir&& other) noexcept {
  if (this != &other) {
    remove();
    path_ = std::move(other.path_);
    other.path_.clear();
  }
  return *this;
}

std::filesystem::path TempDir::release() {
  std::filesystem::path kept = std::move(path_);
  path_.clear();
  return kept;
}

void TempDir::remove() {
  if (path_.empty()) return;
  std::error_code failed;
  std::filesystem::remove_all(path_, failed);
  if (!failed) return;
  open_folders(path_);
  std::filesystem::remove_all(path_, failed);
}

}  // namespace arbiter
