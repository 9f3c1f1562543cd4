#include "store/append_log.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "base/file.hpp"

namespace arbiter::store {
namespace {

void sync_folder(const std::filesystem::path& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd) ::fsync(fd.get());
}

/// Whether the file ends within a line.
bool is_torn(int fd) {
  struct stat info {};
  char last = '\n';
  if (::fstat(fd, &info) != 0 || info.st_size == 0) return false;
  return ::pread(fd, &last, 1, info.st_size - 1) == 1 && last != '\n';
}

}  // namespace

Result<AppendLog> AppendLog::open(const std::filesystem::path& path, OldLines old,
                                  std::string what) {
  int flags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW;
  if (old == OldLines::drop) flags |= O_TRUNC;
  UniqueFd file(::open(path.c_str(), flags, 0644));
  if (!file) return system_error("cannot write " + path.string(), errno);
  AppendLog log(std::move(file), path, std::move(what));
  log.torn_ = is_torn(log.file_.get());
  return log;
}

Result<void> AppendLog::append(std::string_view line) {
  std::string bytes = torn_ ? "\n" : "";
  bytes += line;
  if (line.empty() || line.back() != '\n') bytes += '\n';
  ssize_t put = 0;
  do {
    put = ::write(file_.get(), bytes.data(), bytes.size());
  } while (put < 0 && errno == EINTR);
  if (put < 0) return system_error("cannot write " + what_, errno);
  if (static_cast<std::size_t>(put) < bytes.size()) {
    torn_ = true;
    // The rest says why the first write was short, or completes it.
    auto rest =
        write_all(file_.get(), std::string_view(bytes).substr(static_cast<std::size_t>(put)));
    if (!rest) return std::move(rest).error().within(what_);
  }
  torn_ = false;
  return {};
}

Result<void> AppendLog::sync() {
  if (::fdatasync(file_.get()) != 0) return system_error("cannot sync " + what_, errno);
  // Once is enough for the names that lead to it.
  if (folder_synced_) return {};
  sync_folder(path_.parent_path());
  sync_folder(path_.parent_path().parent_path());
  folder_synced_ = true;
  return {};
}

Result<UniqueFd> take_lock(const std::filesystem::path& folder, const std::string& name,
                           bool wait) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  const std::filesystem::path path = folder / name;
  // Lock files are never removed: whoever held one that was could not be seen any more.
  UniqueFd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!fd) return system_error("cannot open " + path.string(), errno);
  while (::flock(fd.get(), wait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return UniqueFd();
    if (errno != EINTR) return system_error("cannot lock " + path.string(), errno);
  }
  return fd;
}

}  // namespace arbiter::store
