#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace arbiter::cluster {

/// Where a task of the engine is. There is no "succeeded": result files alone say what is done.
enum class Phase {
  queued,
  running,
  held,  ///< it will never start by itself
};

struct Task {
  Phase phase = Phase::queued;
  std::string id;  ///< as the engine names it
};

/// The tasks of some rounds that the engine has not ended.
struct Queue {
  bool is_reachable = true;  ///< the engine answered; else nothing is known
  std::string complaint;     ///< what it said instead
  std::map<int, std::map<std::size_t, Task>> rounds;  ///< by round, then by shard
};

/// One job of an engine: all shards of a round.
struct RoundJob {
  int round = 0;
  std::size_t shards = 0;
  std::filesystem::path folder;  ///< with job.sh and log/
  double longest = 0;            ///< seconds of its longest shard
};

/// What runs shards on nodes.
class Scheduler {
 public:
  Scheduler() = default;
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;
  virtual ~Scheduler() = default;

  /// Hands a round in, once: one that the engine has already is left as it is. Error{judge}: the
  /// engine refuses it, and why.
  virtual Result<void> submit(const RoundJob& job) = 0;
  /// What is left of these rounds.
  virtual Queue look(const std::set<int>& rounds) = 0;
  /// Ends tasks by their ids, or everything of these rounds.
  virtual void cancel(const std::vector<std::string>& ids) = 0;
  virtual void cancel_rounds(const std::set<int>& rounds) = 0;
  /// How many cores it may use for us; 0: it does not say.
  virtual int cores() = 0;
};

}  // namespace arbiter::cluster
