#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "cluster/files.hpp"
#include "cluster/results.hpp"
#include "cluster/scheduler.hpp"
#include "cluster/shards.hpp"
#include "store/journal.hpp"

namespace arbiter::cluster {

/// How far the work on a cluster is.
struct ClusterStatus {
  int round = 0;
  std::size_t queued = 0;  ///< shards
  std::size_t running = 0;
  std::size_t ended = 0;  ///< of this round and those that it overlaps
  std::size_t units = 0;  ///< judged so far, those known before included
  std::size_t all_units = 0;
  std::size_t results = 0;  ///< of test cases and compiles, from nodes
  double done = 0;          ///< share of the round's seconds, from 0 to 1
  std::string trouble;      ///< what keeps it waiting: the controller does not answer; or empty
};

/// What the rounds of one call need to know and to ask.
struct RoundsCall {
  Places places;
  std::string cohort;
  std::size_t all_units = 0;
  ShardPolicy policy;
  std::filesystem::path arbiter;  ///< the program, as nodes see it
  Nanoseconds silent_after{};     ///< a shard that says nothing for so long is given out again
  bool may_overlap = true;        ///< two rounds may run at the same time
  std::function<store::Journal&()> journal;
  /// Units whose results the journal lacks. Called after it was written, so it reads it anew.
  std::function<Result<std::vector<Unit>>()> missing;
  /// The unit that a result with this key belongs to.
  std::function<std::optional<Unit>(const std::string& key)> unit_of;
  /// Called at each look, when nobody holds the journal. Error: ends the rounds.
  std::function<Result<void>(const ClusterStatus&)> show;
  /// Waits for the time between two looks. False: the user wants to stop.
  std::function<bool()> wait;
};

/// What came of it.
struct RoundsOutcome {
  std::map<std::string, std::string> given_up;  ///< units that no node could judge, by key: why
  int rounds = 0;                               ///< that this call handed in
  std::size_t doubles = 0;
  std::size_t damaged = 0;
  std::vector<std::string> foreign;
  std::vector<Dispute> disputes;           ///< that there were, settled or not
  std::map<std::string, NodeFacts> nodes;  ///< by host
  bool is_interrupted = false;
};

/// A round that somebody else runs.
struct RoundByHand {
  int round = 0;
  std::size_t shards = 0;  ///< 0: nothing is missing
  std::size_t units = 0;
};

/// Takes in the results that are there, and writes a round of what is missing.
Result<RoundByHand> write_round_by_hand(const RoundsCall& call);

/// Gives out what is missing, round after round, until the journal has everything or units were
/// given up: those at which the judge failed three times, wherever they ran. A task that the engine
/// lost, held or left silent is given out again: two results of one key are as good as one. Rounds
/// of an earlier call that are still running are waited for first. What shards left is given out
/// when few of them are queued, so that no core waits for the last ones. When it ends, no task is
/// left.
/// Error: a folder cannot be written; the engine refuses a job.
Result<RoundsOutcome> run_rounds(const RoundsCall& call, Scheduler& scheduler);

}  // namespace arbiter::cluster
