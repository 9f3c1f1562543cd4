#include "arbiter_box/world/files.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "arbiter_box/groups/kernel_files.hpp"
#include "arbiter_box/world/init_calls.hpp"

namespace arbiter::arbiter_box {
namespace {

// Never leaves `folder`, never follows a link.
UniqueFd open_inside(int folder, const char* path, std::uint64_t flags, std::uint64_t mode = 0) {
  open_how how{};
  how.flags = flags | O_CLOEXEC | O_NOFOLLOW;
  how.mode = mode;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  return UniqueFd(static_cast<int>(call_by_init(SYS_openat2, folder, path, &how, sizeof how)));
}

Result<void> make_parents(int folder, const char* path) {
  const std::string whole = path;
  for (std::size_t at = whole.find('/'); at != std::string::npos; at = whole.find('/', at + 1)) {
    if (::mkdirat(folder, whole.substr(0, at).c_str(), 0755) != 0 && errno != EEXIST) {
      return failed(std::string("make the folder of ") + path);
    }
  }
  return {};
}

Result<void> copy_all(int from, int to, const char* path) {
  off_t offset = 0;
  while (true) {
    const ssize_t put = ::sendfile(to, from, &offset, std::size_t{1} << 30);
    if (put == 0) return {};
    if (put > 0 || errno == EINTR) continue;
    return failed(std::string("write ") + path);
  }
}

using box_protocol::GatheredKind;

GatheredKind kind_of(const struct stat& info) {
  if (S_ISDIR(info.st_mode)) return GatheredKind::folder;
  if (!S_ISREG(info.st_mode)) return GatheredKind::other;
  return (info.st_mode & S_IXUSR) != 0 ? GatheredKind::executable : GatheredKind::file;
}

void gather_inner(int folder, const std::string& path, GatheredFolder& all);

// False: it had to be left out.
// NOLINTNEXTLINE(misc-no-recursion)
bool gather_one(int folder, const std::string& name, const std::string& path, GatheredFolder& all) {
  struct stat info {};
  const bool has_room = all.entries.size() < k_most_gathered;
  if (!has_room || !box_protocol::is_inner_path(path) ||
      ::fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) {
    return false;
  }
  const GatheredKind kind = kind_of(info);
  UniqueFd inner;
  if (kind != GatheredKind::other) {
    inner.reset(::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    if (!inner) return false;
  }
  all.paths.push_back(path);
  all.entries.push_back({kind, all.paths.back().c_str()});
  if (kind == GatheredKind::folder) gather_inner(inner.get(), path, all);
  if (kind <= GatheredKind::executable) all.files.push_back(std::move(inner));
  return true;
}

// As deep as paths inside a box may be.
// NOLINTNEXTLINE(misc-no-recursion)
void gather_inner(int folder, const std::string& path, GatheredFolder& all) {
  // One more than can be told is enough to know that there is more.
  auto names = names_in(folder, ".", k_most_gathered + 1).value_or(std::vector<std::string>{});
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    if (!gather_one(folder, name, path + "/" + name, all)) all.is_all = false;
  }
}

}  // namespace

Result<void> place_files(int folder, std::span<const box_protocol::File> files,
                         std::span<const UniqueFd> bytes) {
  if (files.size() != bytes.size()) {
    return judge_error("files without their bytes");
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    const char* const path = files[i].path;
    ARBITER_CHECK(make_parents(folder, path));
    const std::uint64_t mode = files[i].executable ? 0755 : 0644;
    const UniqueFd file = open_inside(folder, path, O_WRONLY | O_CREAT | O_TRUNC, mode);
    if (!file) return failed(std::string("write ") + path);
    ARBITER_CHECK(copy_all(bytes[i].get(), file.get(), path));
  }
  return {};
}

Result<void> make_folders(int folder, std::span<const char* const> paths) {
  for (const char* path : paths) {
    ARBITER_CHECK(make_parents(folder, path));
    if (::mkdirat(folder, path, 0755) != 0 && errno != EEXIST) {
      return failed(std::string("make the folder ") + path);
    }
  }
  return {};
}

UniqueFd open_collected(int folder, const char* path) {
  // O_NONBLOCK: a fifo must not make the judge wait.
  UniqueFd file = open_inside(folder, path, O_RDONLY | O_NONBLOCK);
  struct stat info {};
  if (!file || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) return {};
  return file;
}

GatheredFolder gather_folder(int work, const char* path) {
  GatheredFolder all;
  const UniqueFd folder = open_inside(work, path, O_RDONLY | O_DIRECTORY);
  if (folder) {
    gather_inner(folder.get(), path, all);
  } else {
    // A program may have removed it, which leaves nothing, or put something else in its place.
    struct stat info {};
    all.is_all = ::fstatat(work, path, &info, AT_SYMLINK_NOFOLLOW) != 0;
  }
  return all;
}

Result<UniqueFd> open_folder(const std::string& path) {
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd) return failed("open " + path);
  return fd;
}

}  // namespace arbiter::arbiter_box
