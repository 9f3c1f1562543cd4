#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.hpp"

namespace arbiter::cluster {

/// In place of a folder: nodes see none of this machine's, and srun carries what they read.
inline constexpr const char* k_not_shared = "none";

/// What arbiter-engine.yaml says of a site (docs/cluster.md).
struct EngineFile {
  std::string engine;  ///< local, slurm, auto; empty: not said
  std::vector<std::pair<std::string, std::string>> slurm_options;
  std::string arbiter;  ///< the program, as nodes see it; empty: this one
  std::string
      shared;    ///< a folder that nodes see; empty: below the folder of the run; or k_not_shared
  int jobs = 0;  ///< tasks at once; 0: as many as the engine gives
  double least_shard = 60;   ///< seconds
  double most_shard = 300;   ///< seconds
  double silent_after = 90;  ///< seconds
  bool keep = false;         ///< the folder of shards and results stays, to be looked at
};

/// `diagnostics` become its faults.
EngineFile load_engine_file(const std::filesystem::path& path,
                            std::vector<Diagnostic>& diagnostics);

}  // namespace arbiter::cluster
