#pragma once

#include <sys/types.h>

#include <cstddef>
#include <vector>

#include "base/unique_fd.hpp"

namespace arbiter::arbiter_box {

/// The empty network namespaces of a nursery's boxes: the kernel takes as long to make one and to
/// end it as for the rest of a box, so that a box gets one that an earlier box had, whose processes
/// are all gone. No filter lets a program have a socket that could be left in it, and no program
/// may change its settings. Two boxes that live at the same time never share one.
class Networks {
 public:
  /// Until a box is asked for, nothing is made. A normal user's nursery moves into a user namespace
  /// in which it is who it was, and may make network namespaces.
  Networks();

  /// Moves the calling process, and what it forks from now on, into a network namespace that no
  /// living box has. False: not allowed here; then a box must make its own, and that tells what is
  /// missing.
  bool enter();
  /// The process that has the one entered last, until it ends.
  void belongs_to(pid_t keeper);
  /// Makes one ahead if all are in use. Moves the calling process.
  void make_spare();

 private:
  struct Network {
    UniqueFd space;
    UniqueFd user;  ///< of the process that has it
  };

  /// The first that nobody has; the number of all if there is none.
  std::size_t find_free();
  bool add();

  bool is_allowed_ = false;
  std::vector<Network> all_;
  std::size_t entered_ = 0;
};

}  // namespace arbiter::arbiter_box
