#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "cluster/shards.hpp"

namespace arbiter::cluster {

/// The folder that the caller and all nodes see:
///
///     plan.json            what nodes have to know: written once for each call
///     problems/ID/         the packages, with all test cases in their data/
///     submissions/KEY/     the programs
///     rounds/N/            job.sh, K.json for each shard K, the job's log files
///     results/ATTEMPT/     journal.jsonl: what one attempt at one shard found out
struct Places {
  std::filesystem::path folder;

  [[nodiscard]] std::filesystem::path plan() const { return folder / "plan.json"; }
  [[nodiscard]] std::filesystem::path problem(const std::string& id) const {
    return folder / "problems" / id;
  }
  [[nodiscard]] std::filesystem::path round(int number) const {
    return folder / "rounds" / std::to_string(number);
  }
  [[nodiscard]] std::filesystem::path results() const { return folder / "results"; }
};

/// How a problem is judged, as far as its package does not say.
struct ProblemRules {
  std::string id;
  std::vector<std::string> tests;  ///< globs; none: all
  std::int64_t time_limit = 0;     ///< nanoseconds; 0: that of the package
  std::int64_t memory_limit = 0;   ///< bytes; likewise
  int stop_after_tle = 0;
  std::map<std::string, double> time_factors;
};

/// What every shard has to know.
struct PlanFile {
  std::string version;       ///< of Arbiter: nodes with another one refuse
  std::string cohort;        ///< results of another one are refused
  std::string surroundings;  ///< see grade::EngineRecords: that of the caller, on every node
  std::string sandbox;       ///< the mode that was asked for; empty: the best that a node has
  std::vector<ProblemRules> problems;
};

Result<void> write_plan(const Places& places, const PlanFile& plan);
/// Error{usage}: there is none, or it cannot be read.
Result<PlanFile> read_plan(const Places& places);

/// A shard as its node reads it.
struct ShardFile {
  Shard shard;
  std::vector<std::string> sources;  ///< beginnings of names of attempts that may know results
};

/// Writes the shards of a round and its job.sh, which runs `arbiter shard-run` for one of them:
/// that whose number is its argument plus SLURM_ARRAY_TASK_ID.
Result<void> write_round(const Places& places, int round, const std::vector<ShardFile>& shards,
                         const std::filesystem::path& arbiter);
Result<ShardFile> read_shard(const Places& places, int round, std::size_t shard);
/// The files and folders that judging a shard reads, below the folder of the work.
std::vector<std::string> files_of_shard(const Places& places, int round, std::size_t shard,
                                        const ShardFile& file);
/// The greatest number of a round that was written completely; 0: none.
int last_round(const Places& places);
/// How many shards a round has.
std::size_t shards_of_round(const Places& places, int round);

/// The name of an attempt at a shard. Names sort in the order round, shard, restart.
struct AttemptName {
  int round = 0;
  std::size_t shard = 0;
  bool is_fresh = false;
  int restart = 0;
  std::string job = "0";
  std::string host;
  int process = 0;

  [[nodiscard]] std::string text() const;
  /// The beginning that all attempts at a shard share.
  static std::string prefix(int round, std::size_t shard);
};

/// None: no attempt has such a name.
std::optional<AttemptName> parse_attempt_name(std::string_view name);

/// Kinds of records that attempts write beside those of results.
inline constexpr std::string_view k_attempt_record = "attempt";  ///< the first; key: the cohort
inline constexpr std::string_view k_start_record = "start";      ///< of a unit; key: its key
inline constexpr std::string_view k_unit_record = "unit";        ///< one is judged; key: its key
inline constexpr std::string_view k_rest_record = "rest";        ///< one was left; key: its key
inline constexpr std::string_view k_end_record = "end";          ///< the last

/// What the first record of an attempt says of its node.
struct NodeFacts {
  std::string host;
  std::string cpu;   ///< model
  std::string mode;  ///< of its boxes
  double loop = 0;   ///< milliseconds when the attempt began, see loop_time(); 0: not known
};
std::string node_record(const NodeFacts& facts);
std::optional<NodeFacts> read_node_record(std::string_view value);

/// What the record of a unit says: why the judge failed at it, in JSON; "" where it did not.
std::string unit_record(const std::string& fault);
std::string read_unit_record(std::string_view value);
/// What is left of a unit; a damaged record says nothing.
std::string rest_record(const Rest& rest);
Rest read_rest_record(std::string_view value);

}  // namespace arbiter::cluster
