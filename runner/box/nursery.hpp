#pragma once

#include <filesystem>
#include <memory>
#include <mutex>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "box/box.hpp"

namespace arbiter::box {

/// Where the boxes of one factory are started: a process arbiter-box that forks one for every
/// socket it is sent. Safe to use from several threads.
class Nursery {
 public:
  /// With `sweep` control groups that killed boxes left are removed first.
  Nursery(Mode mode, std::filesystem::path program, bool sweep);
  Nursery(const Nursery&) = delete;
  Nursery& operator=(const Nursery&) = delete;
  ~Nursery();

  /// Asks for a box and gives the runner's end of its socket: the box has ended, with all that it
  /// held, when that reads as closed. Starts the process when it is not there, or not any more.
  /// Error: it cannot be started.
  Result<UniqueFd> begin_box();

 private:
  struct Helper;
  Result<void> ensure_helper();

  Mode mode_;
  std::filesystem::path program_;
  bool sweep_;
  std::mutex mutex_;
  std::unique_ptr<Helper> helper_;
};

}  // namespace arbiter::box
