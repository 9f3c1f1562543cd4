#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/common/flags.hpp"
#include "cli/common/session.hpp"
#include "cluster/engine_file.hpp"

namespace arbiter::cli {

/// What runs the programs: this machine, or the nodes of a cluster.
enum class EngineKind { local, slurm, automatic, by_hand };

/// --engine and what belongs to it.
struct EngineOptions {
  std::optional<EngineKind> kind;
  std::vector<std::pair<std::string, std::string>> slurm_options;
  std::optional<std::string> shared;
  std::optional<int> jobs;
};

void declare(CLI::App& app, EngineOptions& options);
/// Where programs run, and how Slurm is asked.
void declare_engine(CLI::App& app, EngineOptions& options);

/// What the site's file says, and what was asked for on the command line, which beats it.
struct EngineChoice {
  EngineKind kind = EngineKind::local;
  cluster::EngineFile site;
};

/// Error{usage}: the site's file is wrong, which is shown.
Result<EngineChoice> choose_engine(const Session& session, const EngineOptions& options);

/// This program, as nodes see it.
std::filesystem::path program_of(const EngineChoice& choice);

/// Of this machine, as Slurm names it.
std::string host_name();

}  // namespace arbiter::cli
