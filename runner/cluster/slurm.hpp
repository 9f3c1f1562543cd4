#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/command.hpp"
#include "base/units.hpp"
#include "cluster/files.hpp"
#include "cluster/node_report.hpp"
#include "cluster/scheduler.hpp"

namespace arbiter::cluster {

/// What jobs ask Slurm for.
struct SlurmNeeds {
  std::string cohort;     ///< jobs are named arbiter-COHORT-rROUND.FIRST, after their first shard
  Bytes memory;           ///< of one task
  int tasks_at_once = 0;  ///< 0: as many as Slurm gives
  std::vector<std::pair<std::string, std::string>> options;  ///< --KEY=VALUE, beating all others
};

/// Runs a command; the tests put their own in its place.
using RunCommand = std::function<Result<CommandOutcome>(const std::vector<std::string>&)>;

/// Slurm by its commands sbatch, squeue, scancel, sinfo and scontrol (22.05 and later).
std::unique_ptr<Scheduler> make_slurm(SlurmNeeds needs, RunCommand run);

/// What srun carries to nodes that see no folder of this machine.
struct Carriage {
  Places places;
  std::filesystem::path arbiter;  ///< the program, as nodes see it
  RunCommand carry;               ///< runs a command that lasts as long as a shard; from any thread
};

/// Slurm by its command srun, a job for each shard. The job reads what the shard needs, a tar
/// archive, and writes its journal; both go through srun's own connection, and the journal becomes
/// an attempt in the folder of results, as if the node had written it there.
std::unique_ptr<Scheduler> make_srun(SlurmNeeds needs, Carriage carriage, RunCommand run);

/// Adds what sbatch and srun take alike: the name of the job, what it needs and what the user says.
/// The name bears the round and the first shard.
void add_task_options(const SlurmNeeds& needs, const RoundJob& job, std::size_t first,
                      std::vector<std::string>& words);
/// Error{judge}: Slurm did not take a job, and why.
Error refused_job(const CommandOutcome& ran);

/// Whether sbatch and squeue are there and the controller answers; else why not.
Result<void> find_slurm(const RunCommand& run);

/// Runs a command on one node that is free within a minute, and returns what it printed.
/// Error{judge}: there is none, or the command fails there; with what was said.
Result<std::string> run_on_node(const std::vector<std::pair<std::string, std::string>>& options,
                                const std::vector<std::string>& command, const RunCommand& run);

/// Settings of the site that matter to shards.
std::vector<Finding> settings_of_slurm(const RunCommand& run);

/// Error{usage}: it is no KEY=VALUE, or a key that Arbiter sets itself.
Result<std::pair<std::string, std::string>> parse_slurm_option(std::string_view text);

/// A line of `squeue -o %j|%F|%K|%T|%r|%N`: round, shard and task. None: it is no task of ours.
struct QueueLine {
  int round = 0;
  std::size_t shard = 0;
  Task task;
};
std::optional<QueueLine> parse_queue_line(std::string_view line, std::string_view cohort);

}  // namespace arbiter::cluster
