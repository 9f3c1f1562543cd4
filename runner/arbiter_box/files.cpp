#include "arbiter_box/files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <string_view>

namespace arbiter::arbiter_box {
namespace {

constexpr std::int64_t k_most_wipe_ns = 5'000'000'000;

// Never leaves `folder`, never follows a link.
UniqueFd open_inside(int folder, const char* path, std::uint64_t flags, std::uint64_t mode = 0) {
  open_how how{};
  how.flags = flags | O_CLOEXEC | O_NOFOLLOW;
  how.mode = mode;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  return UniqueFd(static_cast<int>(::syscall(SYS_openat2, folder, path, &how, sizeof how)));
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

std::int64_t now_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * std::int64_t{1'000'000'000} + now.tv_nsec;
}

// Removes trees without recursion on the stack and without opening more than one folder at a
// time: a program can nest folders as deep as it likes.
class TreeRemover {
 public:
  TreeRemover(int top, std::int64_t most_size)
      : top_(top), most_size_(most_size), deadline_(now_ns() + k_most_wipe_ns) {}

  Result<Wiped> run() {
    while (true) {
      const Step step = sweep(top_);
      if (step == Step::emptied) return found_;
      if (step == Step::failed) return problem();
    }
  }

 private:
  enum class Step { emptied, again, failed };

  static Error problem() { return Error{ErrorKind::judge, "the box cannot be wiped", {}, {}}; }

  // Removes what can be removed from a folder. A folder inside that is not empty has its entries
  // moved up first, so that depth never grows.
  Step sweep(int folder) {
    const UniqueFd again(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    DIR* const listing = again ? ::fdopendir(::dup(again.get())) : nullptr;
    if (listing == nullptr) return Step::failed;
    const std::uint64_t lifted_before = next_;
    bool is_left = false;
    bool is_late = false;
    while (const dirent* entry = ::readdir(listing)) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      if (now_ns() > deadline_) is_late = true;
      if (is_late) break;
      if (!remove_one(folder, entry->d_name)) is_left = true;
    }
    ::closedir(listing);
    if (is_late) return Step::failed;
    // What was lifted into this folder meanwhile may not have been listed.
    return is_left || next_ != lifted_before ? Step::again : Step::emptied;
  }

  bool remove_one(int folder, const char* name) {
    struct stat info {};
    if (::fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(info.st_mode) &&
        info.st_size > most_size_) {
      found_.has_oversized_file = true;
    }
    if (!S_ISDIR(info.st_mode)) {
      if (::unlinkat(folder, name, 0) == 0) return true;
    }
    if (::unlinkat(folder, name, AT_REMOVEDIR) == 0) return true;
    ::fchmodat(folder, name, 0700, 0);
    const UniqueFd inner(::openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (inner) lift(inner.get());
    return ::unlinkat(folder, name, AT_REMOVEDIR) == 0;
  }

  // Empties a folder: files go, folders are moved to the top under new names.
  void lift(int folder) {
    DIR* const listing = ::fdopendir(::dup(folder));
    if (listing == nullptr) return;
    while (const dirent* entry = ::readdir(listing)) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == ".." || now_ns() > deadline_) continue;
      struct stat info {};
      if (::fstatat(folder, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0) continue;
      if (S_ISREG(info.st_mode) && info.st_size > most_size_) found_.has_oversized_file = true;
      if (!S_ISDIR(info.st_mode)) {
        ::unlinkat(folder, entry->d_name, 0);
        continue;
      }
      if (::unlinkat(folder, entry->d_name, AT_REMOVEDIR) == 0) continue;
      // Moving a folder rewrites its "..", which asks for the right to write into it.
      ::fchmodat(folder, entry->d_name, 0700, 0);
      const std::string lifted = ".lifted." + std::to_string(next_++);
      ::renameat(folder, entry->d_name, top_, lifted.c_str());
    }
    ::closedir(listing);
  }

  int top_;
  std::int64_t most_size_;
  std::int64_t deadline_;
  std::uint64_t next_ = 0;
  Wiped found_;
};

constexpr mode_t k_folder_mode = 0700;

bool is_touched(int folder) {
  struct stat info {};
  if (::fstat(folder, &info) != 0) return true;
  return (info.st_mode & 07777) != k_folder_mode || info.st_mtim.tv_sec != 0 ||
         info.st_atim.tv_sec != 0;
}

}  // namespace

Result<void> place_files(int folder, std::span<const box_protocol::File> files,
                         std::span<const UniqueFd> bytes) {
  if (files.size() != bytes.size()) {
    return Error{ErrorKind::judge, "files without their bytes", {}, {}};
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

Wiper::Wiper(const World& world) : world_(world) {
  const std::array<timespec, 2> epoch{};
  for (const int folder : {world.work.get(), world.tmp.get(), world.shm.get()}) {
    ::fchmod(folder, k_folder_mode);
    ::futimens(folder, epoch.data());
  }
  struct statfs info {};
  if (world.host_folder.empty() && ::fstatfs(world.work.get(), &info) == 0) {
    inodes_ = info.f_files - info.f_ffree;
  }
}

bool Wiper::is_empty() const {
  // A tmpfs of our own with as many inodes as an empty one has nothing in it.
  struct statfs info {};
  return inodes_ != 0 && ::fstatfs(world_.work.get(), &info) == 0 &&
         info.f_files - info.f_ffree == inodes_;
}

std::int64_t Wiper::used() const {
  struct statfs info {};
  if (!world_.host_folder.empty() || ::fstatfs(world_.work.get(), &info) != 0) return 0;
  return static_cast<std::int64_t>(info.f_blocks - info.f_bfree) * info.f_bsize;
}

Result<Wiped> Wiper::wipe(std::int64_t most_size) const {
  Wiped found;
  const bool is_clean = is_empty();
  for (const int folder : {world_.work.get(), world_.tmp.get(), world_.shm.get()}) {
    if (is_clean && !is_touched(folder)) continue;
    ::fchmod(folder, k_folder_mode);
    if (!is_clean) {
      ARBITER_TRY(wiped, TreeRemover(folder, most_size).run());
      found.has_oversized_file |= wiped.has_oversized_file;
    }
    const std::array<timespec, 2> epoch{};
    ::futimens(folder, epoch.data());
  }
  return found;
}

}  // namespace arbiter::arbiter_box
