#pragma once

#include <sys/stat.h>

#include <array>
#include <cstdint>

#include "arbiter_box/world/world.hpp"
#include "base/result.hpp"

namespace arbiter::arbiter_box {

/// Mounts a new file system in memory with the folders /work, /tmp and /dev/shm of `world` in it,
/// limited as `world.scratch_options` say, and enters /work.
Result<void> mount_scratch(World& world);

/// Gives every run a world that looks as the first one's did.
class Scratch {
 public:
  /// The world must be as the first run shall find it.
  explicit Scratch(World& world);

  /// To be called before anything is placed for a run.
  void begin();

  /// Once everything in the box is dead: if anything was changed, a new file system takes the place
  /// of the old one; without isolation what was left is removed. False: it could not be done.
  bool renew();

  /// Whether a file of more than `most_size` bytes was left. Looks at so many files only that it
  /// takes no time worth speaking of.
  [[nodiscard]] bool holds_larger_file(std::int64_t most_size) const;

  /// Bytes that lie in the scratch space.
  [[nodiscard]] std::int64_t used() const;

 private:
  struct Look {
    std::array<struct stat, 3> folders{};
    std::uint64_t inodes = 0;
  };

  [[nodiscard]] Look look() const;
  [[nodiscard]] bool is_touched() const;
  [[nodiscard]] bool would_show_changes() const;
  void make_all_plain();

  World& world_;
  Look fresh_;
  std::int64_t begun_ns_ = 0;  ///< of the clock that files are stamped by
  bool is_stamped_finely_ = false;
  bool was_touched_ = false;
};

}  // namespace arbiter::arbiter_box
