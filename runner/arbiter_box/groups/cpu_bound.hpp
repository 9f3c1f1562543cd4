#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace arbiter::arbiter_box {

/// A process of a run at a look.
struct Living {
  pid_t pid = 0;
  std::int64_t threads = 0;
  std::int64_t cpu_ns = 0;  ///< its own alone, without its children's
};

/// How much CPU time a run can have used at most where nobody counts what ended without being
/// waited for. If nothing has ended since the last look, it is what the living say; else something
/// may have used all cores in between.
class CpuBound {
 public:
  CpuBound(int cores, pid_t first, std::int64_t began_ns);

  /// `all` live now, and `last_id` is the last id that was given to a process or thread; -1 if that
  /// is not known for the very moment.
  void look(std::int64_t now_ns, pid_t last_id, const std::vector<Living>& all);
  /// The bound when the run has ended.
  [[nodiscard]] std::int64_t at_end(std::int64_t ended_ns) const;
  [[nodiscard]] std::int64_t ns() const { return bound_ns_; }

 private:
  [[nodiscard]] std::int64_t used_since(const Living& process) const;
  [[nodiscard]] bool has_lost_nothing(pid_t last_id, const std::vector<Living>& all) const;

  int cores_;
  std::int64_t looked_ns_;
  pid_t last_id_;
  std::vector<Living> living_;
  std::int64_t bound_ns_ = 0;
};

}  // namespace arbiter::arbiter_box
