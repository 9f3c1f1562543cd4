#pragma once

#include <filesystem>
#include <memory>

#include "cluster/files.hpp"
#include "cluster/scheduler.hpp"
#include "cluster/slurm.hpp"

namespace arbiter::cluster {

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

}  // namespace arbiter::cluster
