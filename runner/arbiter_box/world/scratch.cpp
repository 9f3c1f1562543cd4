#include "arbiter_box/world/scratch.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include "arbiter_box/groups/kernel_files.hpp"
#include "arbiter_box/world/files.hpp"
#include "arbiter_box/world/init_calls.hpp"

namespace arbiter::arbiter_box {
namespace {

constexpr mode_t k_folder_mode = 0700;
constexpr int k_most_listed = 10'000;
constexpr int k_most_depth = 50;
constexpr std::int64_t k_second = 1'000'000'000;

bool mount_by_init(const char* source, const char* target, const char* type, unsigned long flags,
                   const char* options) {
  return call_by_init(SYS_mount, source, target, type, flags, options) == 0;
}

bool unmount_by_init(const char* target) {
  return call_by_init(SYS_umount2, target, MNT_DETACH) == 0;
}

std::int64_t to_ns(const timespec& time) {
  return time.tv_sec * k_second + time.tv_nsec;
}

std::int64_t coarse_time() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME_COARSE, &now);
  return to_ns(now);
}

bool are_alike(const struct stat& a, const struct stat& b) {
  return a.st_mode == b.st_mode && a.st_nlink == b.st_nlink && a.st_size == b.st_size &&
         to_ns(a.st_mtim) == to_ns(b.st_mtim) && to_ns(a.st_atim) == to_ns(b.st_atim) &&
         to_ns(a.st_ctim) == to_ns(b.st_ctim);
}

// Whoever still holds a file of the old one keeps it alive.
Result<void> unmount_scratch(World& world) {
  if (::chdir("/") != 0) return failed("leave /work");
  for (UniqueFd* fd : {&world.work, &world.tmp, &world.shm})
    fd->reset();
  for (const char* path : {"/work", "/tmp", "/dev/shm"}) {
    if (!unmount_by_init(path)) return failed(std::string("unmount ") + path);
  }
  return {};
}

// Without isolation. A world that cannot be emptied is the keeper's to remove.
bool remove_all_in(const std::string& folder) {
  std::error_code failed;
  std::filesystem::permissions(folder, std::filesystem::perms::owner_all, failed);
  for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
    std::error_code left;
    std::filesystem::remove_all(entry.path(), left);
    if (left) failed = left;
  }
  return !failed;
}

class Listing {
 public:
  explicit Listing(std::int64_t most_size) : most_size_(most_size) {}

  // NOLINTNEXTLINE(misc-no-recursion): k_most_depth deep.
  bool finds_larger(int folder, int depth) {
    UniqueFd again(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    DIR* const listing = again ? ::fdopendir(again.get()) : nullptr;
    if (listing == nullptr) return false;
    [[maybe_unused]] const int owned = again.release();
    bool found = false;
    while (const dirent* entry = found ? nullptr : ::readdir(listing)) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      if (++seen_ > k_most_listed) break;
      found = is_larger(folder, entry->d_name, depth);
    }
    ::closedir(listing);
    return found;
  }

 private:
  // NOLINTNEXTLINE(misc-no-recursion)
  bool is_larger(int folder, const char* name, int depth) {
    struct stat info {};
    if (::fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0) return false;
    if (S_ISREG(info.st_mode)) return info.st_size > most_size_;
    if (!S_ISDIR(info.st_mode) || depth == k_most_depth) return false;
    const UniqueFd inner(::openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    return inner && finds_larger(inner.get(), depth + 1);
  }

  std::int64_t most_size_;
  int seen_ = 0;
};

}  // namespace

Result<void> mount_scratch(World& world) {
  constexpr unsigned long k_flags = MS_NOSUID | MS_NODEV | MS_NOATIME;
  // For a moment only, while no program lives: any folder will do.
  const std::string all = "/program";
  if (!mount_by_init("tmpfs", all.c_str(), "tmpfs", k_flags, world.scratch_options.c_str())) {
    return failed("mount the scratch space");
  }
  for (const auto& [name, target] :
       {std::pair{"/work", "/work"}, std::pair{"/tmp", "/tmp"}, std::pair{"/shm", "/dev/shm"}}) {
    const std::string source = all + name;
    if (::mkdir(source.c_str(), k_folder_mode) != 0 ||
        !mount_by_init(source.c_str(), target, nullptr, MS_BIND, nullptr)) {
      return failed(std::string("bind ") + target);
    }
  }
  if (!unmount_by_init(all.c_str())) return failed("unmount the scratch space");
  ARBITER_SET(world.work, open_folder("/work"));
  ARBITER_SET(world.tmp, open_folder("/tmp"));
  ARBITER_SET(world.shm, open_folder("/dev/shm"));
  if (::fchdir(world.work.get()) != 0) return failed("enter /work");
  return {};
}

Scratch::Scratch(World& world) : world_(world) {
  make_all_plain();
}

void Scratch::make_all_plain() {
  const std::array<timespec, 2> epoch{};
  const std::array folders = {world_.work.get(), world_.tmp.get(), world_.shm.get()};
  for (const int folder : folders)
    ::fchmod(folder, k_folder_mode);
  // A change after a look is stamped finely by the kernels that can.
  fresh_ = look();
  for (const int folder : folders)
    ::futimens(folder, epoch.data());
  fresh_ = look();
  is_stamped_finely_ = to_ns(fresh_.folders.back().st_ctim) > coarse_time();
}

Scratch::Look Scratch::look() const {
  Look seen;
  ::fstat(world_.work.get(), &seen.folders[0]);
  ::fstat(world_.tmp.get(), &seen.folders[1]);
  ::fstat(world_.shm.get(), &seen.folders[2]);
  struct statfs info {};
  if (::fstatfs(world_.work.get(), &info) == 0) seen.inodes = info.f_files - info.f_ffree;
  return seen;
}

void Scratch::begin() {
  begun_ns_ = coarse_time();
}

// Nobody can set the time of the last change back.
bool Scratch::is_touched() const {
  const Look now = look();
  return now.inodes != fresh_.inodes || !std::ranges::equal(now.folders, fresh_.folders, are_alike);
}

// Before Linux 6.13 changes within one tick of the clock carry the same time.
bool Scratch::would_show_changes() const {
  return is_stamped_finely_ || std::ranges::all_of(fresh_.folders, [&](const struct stat& folder) {
           return to_ns(folder.st_ctim) < begun_ns_;
         });
}

bool Scratch::renew() {
  if (!world_.host_folder.empty()) {
    bool is_empty = true;
    for (const char* name : {"/work", "/tmp", "/shm"})
      is_empty &= remove_all_in(world_.host_folder + name);
    make_all_plain();
    return is_empty;
  }
  // Once a run has changed something, the age of the world would tell later ones when that was.
  was_touched_ = was_touched_ || is_touched();
  if (!was_touched_ && would_show_changes()) return true;
  if (!unmount_scratch(world_) || !mount_scratch(world_)) return false;
  make_all_plain();
  return true;
}

bool Scratch::holds_larger_file(std::int64_t most_size) const {
  if (world_.host_folder.empty() && used() <= most_size) return false;
  Listing listing(most_size);
  return std::ranges::any_of(std::array{world_.work.get(), world_.tmp.get(), world_.shm.get()},
                             [&](int folder) { return listing.finds_larger(folder, 0); });
}

std::int64_t Scratch::used() const {
  struct statfs info {};
  if (!world_.host_folder.empty() || ::fstatfs(world_.work.get(), &info) != 0) return 0;
  return static_cast<std::int64_t>(info.f_blocks - info.f_bfree) * info.f_bsize;
}

}  // namespace arbiter::arbiter_box
