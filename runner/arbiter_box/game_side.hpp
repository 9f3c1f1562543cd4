#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace arbiter::arbiter_box {

/// Recognises a side of a game in which nothing can happen before the other side does something:
/// every thread of every process sleeps in a read of the side's standard input or a write to its
/// standard output. Never taken for that: a slow program, one that sleeps for a time, waits for
/// another thread, or may be woken by an alarm. What cannot be seen counts as alive.
class Stall {
 public:
  /// `proc` is an open /proc; `input` and `output` are the side's own. All are borrowed.
  Stall(int proc, int input, int output);

  /// Since when all of these processes have been stuck without a break; 0 if they are not, or were
  /// not yet at the last look.
  std::int64_t look(const std::vector<pid_t>& processes);
  /// When the last look began: what it says holds until then.
  [[nodiscard]] std::int64_t looked_from() const { return began_ns_; }

 private:
  using Switches = std::map<std::string, std::int64_t>;

  bool add(pid_t process, Switches& all) const;
  [[nodiscard]] bool is_stuck_in_call(pid_t process, const std::string& thread) const;

  int proc_;
  struct stat input_ {};
  struct stat output_ {};
  std::int64_t began_ns_ = 0;
  std::int64_t since_ns_ = 0;
  /// How often each thread, by its folder, had been switched away from; empty if not stuck.
  Switches last_;
};

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
