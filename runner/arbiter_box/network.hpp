#pragma once

#include "base/result.hpp"
#include "base/unique_fd.hpp"

namespace arbiter::arbiter_box {

/// A network namespace of the box's own with nothing in it, made beside everything else: the
/// kernel takes as long for one as for the rest of a box. Called by init, `begin` first, in its
/// user namespace and before it changes its root.
class NetworkMaker {
 public:
  NetworkMaker() = default;
  NetworkMaker(const NetworkMaker&) = delete;
  NetworkMaker& operator=(const NetworkMaker&) = delete;

  /// Starts a thread that makes the namespace.
  Result<void> begin();
  /// Waits for that thread and moves init into what it made.
  Result<void> enter();

  /// What the two share. Not for others.
  struct Shared {
    UniqueFd proc;
    int made = -1;  ///< the new namespace's descriptor
    int error = 0;
    int living = 0;  ///< the thread's number; 0 once it has ended
  };

 private:
  Shared shared_;
};

}  // namespace arbiter::arbiter_box
