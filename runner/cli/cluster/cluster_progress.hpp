#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "cli/common/recorder.hpp"
#include "cluster/rounds.hpp"

namespace arbiter::cli {

/// "round 1: 12 shards queued, 4 running, 30 ended; 85 results/s, about 3 min left".
std::string cluster_line(const cluster::ClusterStatus& status, double results_per_second,
                         double seconds_left);

/// What is said of the work on a cluster while it lasts: one line that is drawn over and over on a
/// terminal, else a line whenever something has changed.
class ClusterProgress {
 public:
  /// Others can follow it in `folder`, that of the run.
  ClusterProgress(const Session& session, const std::filesystem::path& folder)
      : session_(session), line_(session) {
    line_.share(folder);
  }

  void update(const cluster::ClusterStatus& status);
  void clear() { line_.clear(); }

 private:
  const Session& session_;
  Progress line_;
  std::string said_;
  std::string trouble_;
  int round_ = 0;
  std::size_t results_at_begin_ = 0;
  std::chrono::steady_clock::time_point begun_{};
};

}  // namespace arbiter::cli
