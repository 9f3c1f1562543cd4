#include "arbiter_box/world/gather.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>

#include "arbiter_box/groups/kernel_files.hpp"
#include "arbiter_box/world/files.hpp"

namespace arbiter::arbiter_box {
namespace {

using box_protocol::GatheredKind;

GatheredKind kind_of(const struct stat& info) {
  if (S_ISDIR(info.st_mode)) return GatheredKind::folder;
  if (!S_ISREG(info.st_mode)) return GatheredKind::other;
  return (info.st_mode & S_IXUSR) != 0 ? GatheredKind::executable : GatheredKind::file;
}

class Gatherer {
 public:
  explicit Gatherer(GatheredFolder& all) : all_(all) {}

  // As deep as paths inside a box may be.
  // NOLINTNEXTLINE(misc-no-recursion)
  void walk(int folder, const std::string& path) {
    // One more than can be told is enough to know that there is more.
    auto names = names_in(folder, ".", k_most_gathered + 1).value_or(std::vector<std::string>{});
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) {
      std::string inner = path;
      inner.append("/").append(name);
      add(folder, name, inner);
    }
  }

 private:
  // NOLINTNEXTLINE(misc-no-recursion)
  void add(int folder, const std::string& name, const std::string& path) {
    struct stat info {};
    const bool has_room = all_.entries.size() < k_most_gathered;
    if (!has_room || !box_protocol::is_inner_path(path) ||
        ::fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) {
      all_.is_all = false;
      return;
    }
    const GatheredKind kind = kind_of(info);
    UniqueFd inner;
    if (kind != GatheredKind::other) {
      inner = UniqueFd(::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
      if (!inner) {
        all_.is_all = false;
        return;
      }
    }
    all_.paths.push_back(path);
    all_.entries.push_back({kind, all_.paths.back().c_str()});
    if (kind == GatheredKind::folder) walk(inner.get(), path);
    if (kind <= GatheredKind::executable) all_.files.push_back(std::move(inner));
  }

  GatheredFolder& all_;
};

}  // namespace

GatheredFolder gather_folder(int work, const char* path) {
  GatheredFolder all;
  const UniqueFd folder = open_folder(work, path);
  if (folder) {
    Gatherer(all).walk(folder.get(), path);
  } else {
    // A program may have removed it, which leaves nothing, or put something else in its place.
    struct stat info {};
    all.is_all = ::fstatat(work, path, &info, AT_SYMLINK_NOFOLLOW) != 0;
  }
  return all;
}

}  // namespace arbiter::arbiter_box
