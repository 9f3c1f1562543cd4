#include "base/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <utility>
#include <vector>

namespace arbiter {
namespace {

namespace fs = std::filesystem;

// O_NONBLOCK: opening a fifo that nobody writes must not hang; on regular files it means nothing.
constexpr int k_read = O_RDONLY | O_CLOEXEC | O_NONBLOCK;

constexpr unsigned k_sealable = MFD_CLOEXEC | MFD_ALLOW_SEALING;

Error cannot_open(const fs::path& path) {
  if (errno != ELOOP) return system_error("cannot open " + path.string(), errno);
  return judge_error("cannot open " + path.string() + ": part of it was replaced by a link");
}

/// Folders that links in them do not leave.
std::mutex link_bounds_mutex;
std::vector<fs::path> link_bounds;

bool is_bounded(const fs::path& path) {
  const std::lock_guard lock(link_bounds_mutex);
  return std::any_of(link_bounds.begin(), link_bounds.end(),
                     [&](const fs::path& folder) { return is_below(path, folder); });
}

Result<off_t> size_of_regular(int fd) {
  struct stat info {};
  if (::fstat(fd, &info) != 0) return system_error("cannot look at a descriptor", errno);
  if (!S_ISREG(info.st_mode)) return judge_error("not a regular file");
  return info.st_size;
}

Result<UniqueFd> file_in_memory(const char* name, unsigned flags) {
  UniqueFd fd(::memfd_create(name, flags));
  if (!fd) return system_error("cannot make a file in memory", errno);
  return fd;
}

Result<UniqueFd> sealed(UniqueFd fd) {
  constexpr int k_seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
  if (::fcntl(fd.get(), F_ADD_SEALS, k_seals) != 0) {
    return system_error("cannot seal a file in memory", errno);
  }
  if (::lseek(fd.get(), 0, SEEK_SET) != 0) return system_error("cannot rewind", errno);
  return fd;
}

UniqueFd walk_without_links(const fs::path& path) {
  UniqueFd folder(::open(path.is_absolute() ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  const fs::path relative = path.relative_path();
  for (const fs::path& part : relative.parent_path()) {
    if (!folder) return folder;
    constexpr int k_step = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    folder.reset(::openat(folder.get(), part.c_str(), k_step));
  }
  if (!folder) return folder;
  return UniqueFd(::openat(folder.get(), relative.filename().c_str(), k_read | O_NOFOLLOW));
}

UniqueFd open_without_links(const fs::path& path) {
  open_how how{};
  how.flags = k_read;
  how.resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  UniqueFd fd(static_cast<int>(::syscall(SYS_openat2, AT_FDCWD, path.c_str(), &how, sizeof how)));
  // Filters of containers that do not know the call answer EPERM.
  if (!fd && (errno == ENOSYS || errno == EPERM)) return walk_without_links(path);
  return fd;
}

UniqueFd open_within_bounds(const fs::path& path) {
  UniqueFd fd = open_without_links(path);
  if (fd || errno != ELOOP) return fd;
  std::error_code failed;
  const fs::path real = fs::canonical(path, failed);
  errno = failed ? failed.value() : ELOOP;
  return !failed && is_bounded(real) ? open_without_links(real) : UniqueFd();
}

}  // namespace

bool is_below(const fs::path& path, const fs::path& folder) {
  const auto [in_folder, in_path] =
      std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return in_folder == folder.end() || (in_folder->empty() && std::next(in_folder) == folder.end());
}

void keep_links_within(const fs::path& folder) {
  if (is_bounded(folder)) return;
  const std::lock_guard lock(link_bounds_mutex);
  link_bounds.push_back(folder);
}

Result<MappedFile> MappedFile::of_descriptor(int fd) {
  ARBITER_TRY(length, size_of_regular(fd));
  if (length == 0) return MappedFile(nullptr, 0);
  const auto size = static_cast<std::size_t>(length);
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (data == MAP_FAILED) return system_error("cannot map a file", errno);
  return MappedFile(static_cast<const char*>(data), size);
}

Result<MappedFile> MappedFile::open(const fs::path& path, Links links) {
  ARBITER_TRY(fd, open_read(path, links));
  auto mapped = of_descriptor(fd.get());
  if (!mapped) return std::move(mapped).error().within(path.string());
  return mapped;
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): munmap takes what mmap gave.
  if (data_ != nullptr) ::munmap(const_cast<char*>(data_), size_);
}

Result<UniqueFd> open_read(const fs::path& path, Links links) {
  UniqueFd fd = links == Links::refuse ? open_without_links(path)
                : is_bounded(path)     ? open_within_bounds(path)
                                       : UniqueFd(::open(path.c_str(), k_read));
  if (!fd) return cannot_open(path);
  return fd;
}

Result<UniqueFd> open_read_by_steps(const fs::path& path) {
  UniqueFd fd = walk_without_links(path);
  if (!fd) return cannot_open(path);
  return fd;
}

Result<std::string> read_descriptor(int fd, Bytes most) {
  std::string all;
  // Most files are small, and fresh memory is not free.
  std::size_t step = 4096;
  constexpr std::size_t k_most_step = 65536;
  while (true) {
    const std::size_t before = all.size();
    all.resize(before + step);
    const ssize_t got = ::read(fd, all.data() + before, step);
    if (got < 0 && errno == EINTR) {
      all.resize(before);
      continue;
    }
    if (got < 0) return system_error("cannot read", errno);
    all.resize(before + static_cast<std::size_t>(got));
    if (got == 0) return all;
    step = std::min(2 * step, k_most_step);
    if (static_cast<std::int64_t>(all.size()) > most.count) {
      return judge_error(fmt::format("larger than {}", show(most)));
    }
  }
}

Result<std::string> read_file(const fs::path& path, Bytes most, Links links) {
  ARBITER_TRY(fd, open_read(path, links));
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) return system_error("cannot look at " + path.string(), errno);
  if (!S_ISREG(info.st_mode)) {
    return judge_error(path.string() + " is not a regular file");
  }
  auto all = read_descriptor(fd.get(), most);
  if (!all) return std::move(all).error().within(path.string());
  return all;
}

Result<void> write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(fd, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return system_error("cannot write", errno);
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return {};
}

Result<void> write_file(const fs::path& path, std::string_view bytes) {
  std::string beside = path.string() + ".XXXXXX";
  UniqueFd fd(::mkostemp(beside.data(), O_CLOEXEC));
  if (!fd) return system_error("cannot write beside " + path.string(), errno);
  auto fail = [&](Error error) {
    ::unlink(beside.c_str());
    return std::move(error).within(path.string());
  };
  if (auto written = write_all(fd.get(), bytes); !written) return fail(written.error());
  if (::fchmod(fd.get(), 0644) != 0) return fail(system_error("cannot set its mode", errno));
  if (::fsync(fd.get()) != 0) return fail(system_error("cannot sync", errno));
  if (::rename(beside.c_str(), path.c_str()) != 0) {
    return fail(system_error("cannot put in place", errno));
  }
  return {};
}

Result<void> make_folders(const fs::path& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) return system_error("cannot make the folder " + folder.string(), failed.value());
  return {};
}

Result<UniqueFd> memory_file(const char* name) {
  return file_in_memory(name, MFD_CLOEXEC);
}

Result<UniqueFd> sealed_memory_file(const char* name, std::string_view bytes) {
  ARBITER_TRY(fd, file_in_memory(name, k_sealable));
  ARBITER_CHECK(write_all(fd.get(), bytes));
  return sealed(std::move(fd));
}

Result<UniqueFd> sealed_copy(const char* name, int fd, Bytes most) {
  ARBITER_TRY(size, size_of_regular(fd));
  if (size > most.count) return judge_error(fmt::format("larger than {}", show(most)));
  ARBITER_TRY(copy, file_in_memory(name, k_sealable));
  // Read, not mapped: reading a hole needs no space in the file system that the file lies in.
  off_t offset = 0;
  while (offset < size) {
    const auto left = static_cast<std::size_t>(size - offset);
    const ssize_t put = ::sendfile(copy.get(), fd, &offset, left);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return system_error("cannot copy", errno);
    if (put == 0) break;
  }
  return sealed(std::move(copy));
}

}  // namespace arbiter
