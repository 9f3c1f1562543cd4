#include "cli/cluster/cluster_progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "report/text/typeset.hpp"

namespace arbiter::cli {

std::string cluster_line(const cluster::ClusterStatus& status, double results_per_second,
                         double seconds_left) {
  std::string line =
      fmt::format("programs; round {}: {} queued, {} running, {} ended", status.round,
                  report::counted(status.queued, "shard"), status.running, status.ended);
  if (results_per_second >= 1) line += fmt::format("; {:.0f} results/s", results_per_second);
  if (seconds_left >= 1) line += ", " + report::time_left(from_seconds(seconds_left));
  return line;
}

void ClusterProgress::update(const cluster::ClusterStatus& status) {
  const auto now = std::chrono::steady_clock::now();
  if (status.round != round_) {
    round_ = status.round;
    begun_ = now;
    results_at_begin_ = status.results;
  }
  if (status.trouble != trouble_) {
    trouble_ = status.trouble;
    line_.clear();
    session_.warn(
        trouble_.empty() ? "Slurm's controller answers again"
                         : fmt::format("Slurm's controller does not answer: {}", trouble_),
        trouble_.empty() ? "" : "nothing is handed in twice; this waits until it answers");
  }
  const double elapsed = seconds(now - begun_);
  const double rate =
      elapsed > 0 ? static_cast<double>(status.results - results_at_begin_) / elapsed : 0;
  const double left = status.done > 0 ? elapsed * (1 - status.done) / status.done : 0;
  line_.update(status.units, status.all_units, cluster_line(status, rate, left));
  if (session_.wants_progress() || session_.progress == When::never) return;
  const std::string line =
      fmt::format("{}/{} {}\n", status.units, status.all_units, cluster_line(status, 0, 0));
  if (line == said_) return;
  said_ = line;
  write_text(STDERR_FILENO, line);
}

}  // namespace arbiter::cli
