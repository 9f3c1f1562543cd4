#pragma once

#include <span>
#include <vector>

#include "arbiter_box/world.hpp"
#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "box_protocol/message.hpp"

namespace arbiter::arbiter_box {

/// Writes files below `folder`, the bytes of each copied from its descriptor's beginning. Whatever
/// lies in the way is not followed.
Result<void> place_files(int folder, std::span<const box_protocol::File> files,
                         std::span<const UniqueFd> bytes);

/// Makes empty folders below `folder`.
Result<void> make_folders(int folder, std::span<const char* const> paths);

/// Opens what a program left, for reading; not open where it is no regular file or is reached
/// through a link. Only to be called when all programs are dead.
UniqueFd open_collected(int folder, const char* path);

/// Opens a folder to list it; not open where it is none or is reached through a link.
UniqueFd open_folder(int folder, const char* path);

/// What wiping found.
struct Wiped {
  bool has_oversized_file = false;
};

/// Remembers how an empty world looks and makes it so again.
class Wiper {
 public:
  /// The world must be empty.
  explicit Wiper(const World& world);

  /// Removes everything in the three writable folders, and gives them their modes and times
  /// back. A file of more than `most_size` bytes is reported. Error: it takes too long.
  Result<Wiped> wipe(std::int64_t most_size) const;

  /// Bytes that lie in the scratch space.
  [[nodiscard]] std::int64_t used() const;

 private:
  [[nodiscard]] bool is_empty() const;

  const World& world_;
  std::uint64_t inodes_ = 0;
};

}  // namespace arbiter::arbiter_box
