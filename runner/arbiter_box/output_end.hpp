#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <vector>

namespace arbiter::arbiter_box {

/// Notices that a side of a game has closed its standard output and lives on. One that only ends is
/// never taken for that, nor is one that cannot be seen.
class OutputEnd {
 public:
  /// `proc` is an open /proc, `output` the side's own. Both are borrowed.
  OutputEnd(int proc, int output);

  /// Whether none of these processes, all that there are, has held the output at this look nor at
  /// the one before: what a process hands to a child while it is looked at is seen the next time.
  bool look(const std::vector<pid_t>& processes);

 private:
  [[nodiscard]] bool is_without(pid_t process) const;

  int proc_;
  struct stat output_ {};
  bool was_closed_ = false;
};

}  // namespace arbiter::arbiter_box
