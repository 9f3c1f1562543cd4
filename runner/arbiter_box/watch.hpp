#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "arbiter_box/game_side.hpp"
#include "arbiter_box/groups/cpu_bound.hpp"
#include "arbiter_box/processes.hpp"
#include "arbiter_box/run.hpp"
#include "base/result.hpp"
#include "box_protocol/message.hpp"

namespace arbiter::arbiter_box {

/// How the first process of a run ended, and what was measured without a control group.
struct Watched {
  int status = 0;  ///< as of wait
  box_protocol::Stopped stopped = box_protocol::Stopped::no;
  std::int64_t wall_ns = 0;
  std::int64_t ended_ns = 0;       ///< as of now_ns
  std::int64_t written = 0;        ///< bytes, with a leash or if SIGXFSZ ended the first process
  std::int64_t cpu_ns = 0;         ///< of all that were reaped, or the bound where it is greater
  std::int64_t largest_rss = 0;    ///< bytes, of the largest process reaped
  std::int64_t from_disk = 0;      ///< bytes that all that were reaped had fetched
  std::int64_t sampled_peak = 0;   ///< bytes, of all processes and files together
  std::int64_t sampled_tasks = 0;  ///< processes and threads
  bool had_others = false;         ///< processes beside the first were seen or reaped
  bool is_starved = false;         ///< as box_protocol::RunFigures::is_starved
};

/// Nanoseconds of a clock that never jumps.
std::int64_t now_ns();

/// CPU time of this process: what init itself takes counts for its group.
std::int64_t own_cpu_ns();

/// A run that has begun.
struct Begun {
  pid_t pid = -1;                 ///< the first process
  std::int64_t time_ns = 0;       ///< as of now_ns
  std::int64_t own_cpu_ns = 0;    ///< as of own_cpu_ns
  std::int64_t placed_bytes = 0;  ///< in the scratch space, not the program's
  std::int64_t written = 0;       ///< bytes that its process wrote before it became the program
};

/// Waits for the first process of a run, stops everything once a limit is passed, and
/// returns when nothing of the run lives any more. Error: something cannot be killed.
class Watch {
 public:
  Watch(const Jail& jail, const Scratch& scratch, const box_protocol::Run& run, const Begun& begun)
      : jail_(jail),
        scratch_(scratch),
        run_(run),
        begun_(begun),
        bound_(jail.cores, begun.pid, begun.time_ns) {}
  /// Sends pulses on `leash`, and stops the run when its other end closes. `input` and `output` are
  /// the program's. All are borrowed; but `output` is closed once the program has closed its own
  /// and lives on, so that the runner decides when the reader learns it.
  void tie(int leash, int input, UniqueFd& output);
  Result<Watched> wait();

 private:
  bool reap();
  void look();
  void end_of_wall(std::int64_t now);
  [[nodiscard]] std::int64_t queued(const std::vector<ProcessSeen>& all) const;
  void stop(box_protocol::Stopped why);
  Result<void> kill_all();
  void send_kill();
  [[nodiscard]] bool is_alone() const;
  [[nodiscard]] bool is_bounded() const;
  std::vector<ProcessSeen> processes();
  void bound_cpu(pid_t last, const std::vector<ProcessSeen>& all);
  std::int64_t cpu_used();
  void sample();
  void beat();
  [[nodiscard]] std::int64_t own_written() const;
  [[nodiscard]] bool wants_written() const;

  const Jail& jail_;
  const Scratch& scratch_;
  const box_protocol::Run& run_;
  Begun begun_;
  CpuBound bound_;  ///< where nobody counts
  std::int64_t wall_due_ns_ = 0;
  std::int64_t cpu_due_ns_ = 0;
  std::int64_t memory_due_ns_ = 0;
  std::int64_t pulse_due_ns_ = INT64_MAX;
  int leash_ = -1;
  std::unique_ptr<Stall> stall_;
  UniqueFd* output_ = nullptr;
  std::unique_ptr<OutputEnd> output_end_;
  bool hides_ = false;  ///< a process showed no descriptors at the last sample
  bool first_ended_ = false;
  bool nothing_left_ = false;
  Watched watched_;
};

}  // namespace arbiter::arbiter_box
