#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace arbiter::cluster {

/// What was left of a program that took much longer than planned.
struct Rest {
  std::size_t tests = 0;  ///< 0: nothing was left
  double seconds = 0;     ///< that they will probably take, a compile included
};

/// A program that is to be judged on all test cases of its problem, or a piece of one: the smallest
/// thing that is given to a node.
struct Unit {
  std::string key;      ///< of the program on that problem: 64 hex digits
  std::string program;  ///< names the program and all that its results depend on: 64 hex digits
  std::string problem;  ///< id
  std::string language;
  double seconds = 0;  ///< of one core that judging it will probably take
  /// It was being judged when an attempt died, so it gets a shard of its own.
  bool is_suspect = false;
  /// Two runs of it disagreed: it is judged anew, alone on its node, and that counts.
  bool is_disputed = false;
  /// If it takes much longer than that, its shard may leave the rest of it for a later round.
  bool may_be_left = false;
  std::size_t tests_left = 0;  ///< of a program that was left: into so many pieces it may be cut
  /// Of each `pieces` test cases that follow each other it has one, that with this number.
  std::size_t piece = 0;
  std::size_t pieces = 1;
};

/// How units are put together.
struct ShardPolicy {
  int cores = 1;                  ///< that the engine may use at once
  double least = 60;              ///< seconds; the last shards take a tenth of it
  double most = 300;              ///< seconds: what a lost node loses
  std::size_t count_most = 8000;  ///< shards of one round
};

/// What one task of the engine judges.
struct Shard {
  std::vector<Unit> units;  ///< the longest first
  double seconds = 0;
  bool is_fresh = false;  ///< earlier results are not looked at, and no other task shares the node
};

/// The name of a unit in records: its key, but of a piece one of its own.
std::string record_name(const Unit& unit);

/// Each shard takes half of what a core would get of what is left, within the bounds of the policy
/// as far as units and the number of shards allow: long ones first, then shorter ones, so that all
/// cores end together. A unit that was left is cut into pieces where it is longer than that. A
/// function of the units, not of their order.
std::vector<Shard> plan_shards(std::vector<Unit> units, const ShardPolicy& policy);

/// Names what is judged how, by content: 16 hex digits. Calls with the same name share results.
std::string cohort_name(const std::vector<std::string>& facts);

}  // namespace arbiter::cluster
