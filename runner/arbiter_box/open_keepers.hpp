#pragma once

#include <sys/types.h>

#include <vector>

#include "base/temp_dir.hpp"
#include "base/unique_fd.hpp"

namespace arbiter::arbiter_box {

/// The keepers of boxes that nothing isolates, as the nursery sees them. No namespace ends with
/// such a keeper when it is killed: what it leaves behind falls to the nursery, which ends it.
class OpenKeepers {
 public:
  /// Makes the calling process the one to which orphans below it fall. `socket` is the runner's.
  explicit OpenKeepers(int socket);
  OpenKeepers(const OpenKeepers&) = delete;
  OpenKeepers& operator=(const OpenKeepers&) = delete;
  /// Leaves the folders to the keepers, which end by themselves when the runner has gone.
  ~OpenKeepers();

  /// `folder` is where the box's world is; its keeper deletes it, if it can.
  void add(pid_t keeper, TempDir folder);

  /// Returns once there is something to read from the runner; until then, and at least once, ends
  /// the orphans of keepers that are gone, and deletes their folders.
  void clean_until_message();

 private:
  struct OpenKeeper {
    pid_t pid = -1;
    UniqueFd end;  ///< readable when it has ended; none if it had gone before
    TempDir folder;
  };

  bool wait();
  std::vector<pid_t> find_orphans();

  int socket_;
  std::vector<OpenKeeper> keepers_;
};

}  // namespace arbiter::arbiter_box
