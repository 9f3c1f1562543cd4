#include "arbiter_box/world/files.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <string_view>

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

Error failed(std::string_view what, const char* path) {
  return system_error("cannot " + std::string(what) + " " + path, errno);
}

Result<void> make_parents(int folder, const char* path) {
  const std::string whole = path;
  for (std::size_t at = whole.find('/'); at != std::string::npos; at = whole.find('/', at + 1)) {
    if (::mkdirat(folder, whole.substr(0, at).c_str(), 0755) != 0 && errno != EEXIST) {
      return failed("make the folder of", path);
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
    return failed("write", path);
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
    if (!file) return failed("write", path);
    ARBITER_CHECK(copy_all(bytes[i].get(), file.get(), path));
  }
  return {};
}

Result<void> make_folders(int folder, std::span<const char* const> paths) {
  for (const char* path : paths) {
    ARBITER_CHECK(make_parents(folder, path));
    if (::mkdirat(folder, path, 0755) != 0 && errno != EEXIST) {
      return failed("make the folder", path);
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

UniqueFd open_folder(int folder, const char* path) {
  return open_inside(folder, path, O_RDONLY | O_DIRECTORY);
}

}  // namespace arbiter::arbiter_box
