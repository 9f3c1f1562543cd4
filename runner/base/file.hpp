#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "base/units.hpp"

namespace arbiter {

/// Whether a path may lead through links. What strangers can change is looked at first, its path
/// with links resolved is kept, and that is opened without following any: so it is still what was
/// looked at, and not what somebody put in its place.
enum class Links { follow, refuse };

/// The bytes of a regular file, mapped read-only for the life of this object. An empty file has
/// an empty view.
class [[nodiscard]] MappedFile {
 public:
  /// Error: cannot be opened, is not a regular file.
  static Result<MappedFile> open(const std::filesystem::path& path, Links links = Links::follow);
  /// Maps what `fd` refers to, from its beginning whatever its offset; `fd` may be closed after.
  static Result<MappedFile> of_descriptor(int fd);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  [[nodiscard]] std::string_view bytes() const { return {data_, size_}; }

 private:
  MappedFile(const char* data, std::size_t size) : data_(data), size_(size) {}
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

/// The whole content of a regular file. Error: unreadable, not a regular file, larger than `most`.
Result<std::string> read_file(const std::filesystem::path& path, Bytes most = mib(256),
                              Links links = Links::follow);

/// Reads a descriptor from its current offset to its end. Error: more than `most` bytes.
Result<std::string> read_descriptor(int fd, Bytes most = mib(256));

/// Writes all of `bytes`, however many calls it takes.
Result<void> write_all(int fd, std::string_view bytes);

/// Replaces `path` by a file with this content in one step (a new file is written beside it,
/// synced and renamed): a reader or a crash sees the old content or the new, never a part.
Result<void> write_file(const std::filesystem::path& path, std::string_view bytes);

/// Makes a folder, and those that it lies in, where they are missing. Error: names it.
Result<void> make_folders(const std::filesystem::path& folder);

/// Whether `path` is `folder` or lies below it; neither has links, "." or "..".
bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder);

/// From now on, to the end of the process, links in what lies below `folder` are followed only to
/// what lies below a folder that was named so. For folders whose links were looked at before: one
/// that somebody swaps afterwards leads nowhere.
void keep_links_within(const std::filesystem::path& folder);

/// Opens for reading, close-on-exec. Error: names the path.
Result<UniqueFd> open_read(const std::filesystem::path& path, Links links = Links::follow);

/// As open_read with Links::refuse, one folder after the other: for kernels and containers that
/// have no openat2.
Result<UniqueFd> open_read_by_steps(const std::filesystem::path& path);

/// An anonymous file in memory, readable and writable, close-on-exec.
Result<UniqueFd> memory_file(const char* name);

/// As memory_file, holding `bytes` and sealed: nobody can change it any more.
Result<UniqueFd> sealed_memory_file(const char* name, std::string_view bytes);

/// As sealed_memory_file, holding what the regular file `fd` does, from its beginning whatever its
/// offset. Error: unreadable, not a regular file, larger than `most`.
Result<UniqueFd> sealed_copy(const char* name, int fd, Bytes most = {INT64_MAX});

}  // namespace arbiter
